import { transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { postCharges } from '../ledger/index.ts'
import type { Write } from '../platform/route.ts'
import type { Author } from './author.ts'

interface Trial {
  readonly clubMemberId: number
  /** Of the club. */
  readonly today: string
}

/**
 * What a trial of a plan costs, charged once for a membership, whatever is corrected of the trial later on; due on its
 * first day. Nothing where the plan asks nothing, or no trial has been agreed.
 */
export async function chargeTrial(
  { tx, user, audit }: Pick<Write, 'tx' | 'audit'> & Author,
  { clubMemberId, today }: Trial,
): Promise<void> {
  const { rows } = await sql<{
    clubId: number
    memberId: number
    planId: number
    name: string
    pence: number
    dueOn: string
  }>`
    select own.club_id as "clubId", own.member_id as "memberId", plan.id as "planId", plan.name, plan.trial_price_pence as pence,
      greatest(own.trial_start, ${today}::date) as "dueOn"
    from club_member own join training_plan plan on plan.id = own.trial_plan_id
    where own.id = ${clubMemberId} and own.trial_start is not null and own.trial_charge_id is null
      and plan.trial_price_pence > 0
    for update of own`.execute(tx)
  const [trial] = rows
  if (!trial) return
  const { name, ...charge } = trial
  const description = `Trial: ${name}`
  const [chargeId] = await postCharges(tx, [
    {
      ...charge,
      description,
      transactionDate: today,
      categoryId: transactionCategory.trial,
      accountId: user?.accountId ?? null,
    },
  ])
  await sql`update club_member set trial_charge_id = ${chargeId} where id = ${clubMemberId}`.execute(tx)
  const { clubId, memberId, pence } = charge
  audit({
    clubId,
    memberId,
    subject: 'charge',
    subjectId: chargeId ?? null,
    before: null,
    after: { description, pence, dueOn: charge.dueOn },
  })
}
