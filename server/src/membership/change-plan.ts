import { addMonths } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/membership.ts'
import { sql } from 'kysely'
import {
  chargeForTerm,
  closeOldTerms,
  compareCharges,
  creditPaidDays,
  type PlanChange,
  previewPlanChange as previewCharges,
  restoreOldTerms,
  settleTermOfChange,
  type TermOfChange,
  termOfChange,
} from '../charging/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { requireLookup } from '../members/index.ts'
import { isChargedAhead, recallPriceChange } from '../plans/index.ts'
import { demandCredit } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { audited, type LockedMembership, lockMembership, refused } from './lock-membership.ts'
import { type AgreedPlan, planDifferences, yearly } from './plan-difference.ts'
import { readMemberships } from './read-memberships.ts'
import { agreed, type Wanted, type Weighed, weigh } from './weigh-plan-change.ts'

export async function previewPlanChange(read: Read, input: Wanted) {
  const { db, user, now } = read
  // Reading needs no lock; the transaction is for one picture of it all.
  const { membership, ...preview } = await db.transaction().execute(async tx => {
    const membership = await lockMembership({ tx, now }, input.clubMemberId, input.id)
    const change = await weigh({ db: tx, user, now }, membership, input)
    const { before, after, from, isProRata, paidUntil } = change
    const { today } = membership
    const chargesUntil = addMonths(today, 3)
    const { lines, uncharged } = isProRata
      ? await previewCharges(tx, chargedChange(membership, input, change), { today, until: chargesUntil })
      : { lines: [], uncharged: [] }
    const ends = await termOfChange(tx, chargedChange(membership, input, change), today)
    const owed =
      input.term === 'charge' && ends && ends.pence > 0 ? [await owedLine(tx, membership, { ends, from, now })] : []
    return {
      membership,
      from,
      isToday: from <= today,
      differences: planDifferences(before, after, from),
      paidUntil,
      charges: [...lines, ...owed.filter(({ on }) => on <= chargesUntil)]
        .toSorted(byDay)
        .map(({ on, description, pence }) => ({
          on,
          description,
          amount: pounds(pence),
        })),
      chargesUntil,
      endsTerm: ends?.until ?? null,
      termAmount: pounds(ends?.pence ?? 0),
      uncharged: uncharged.map(period => ({
        ...{ from: period.from, until: period.until, amount: pounds(period.price.pence) },
      })),
      yearlyBefore: yearly(before),
      yearlyAfter: yearly(after),
      earliestPayment: change.earliest,
      whyNotForThem: change.whyNot,
      problem: change.problem?.message ?? '',
    }
  })
  const changes = preview.problem === '' && preview.differences.length > 0
  const ahead = await compareCharges(
    read,
    { clubMemberId: membership.id, memberId: membership.memberId, today: membership.today },
    changes ? write => changePlan(write, { ...input, term: 'charge' }) : null,
  )
  return { ...preview, ahead }
}

export async function changePlan(context: Write, { version, ...input }: Input<typeof call.changePlan>) {
  const { tx, user, now, audit } = context
  // The ledger is always locked first.
  await lockAccounts(tx, [input.id])
  const membership = await lockMembership(context, input.clubMemberId, input.id)
  const { id: clubMemberId, memberId, clubId, today } = membership
  if (version !== undefined) {
    const current = async () => (await readMemberships(tx, user, now, { memberId, clubMemberId }))[0]
    await checkVersion(tx, {
      subject: 'club_member',
      subjectId: clubMemberId,
      is: membership.version,
      given: version,
      current,
    })
  }
  const change = await weigh({ db: tx, user, now }, membership, input)
  const { before, after, from, isProRata, whyNot, problem } = change
  if (problem) throw new Refused(problem.status, problem.message, { [problem.field]: [problem.message] })
  await requireLookup(tx, 'payment_method', input.paymentMethodId, 'paymentMethodId')
  if (planDifferences(before, after, from).length === 0)
    throw refused(409, 'trainingPlanId', 'This is what is agreed already.')

  const ends = await termOfChange(tx, chargedChange(membership, input, change), today)
  if (ends && ends.pence > 0 && input.term !== 'charge') {
    demandCredit(user, clubId, ends.pence, 'term')
    if (input.term === 'waive' && input.termReason === '') throw refused(400, 'termReason', 'Say why it’s waived')
  }
  // A change that was waiting gives way to this one.
  await restoreOldTerms(tx, clubMemberId)
  await tx
    .updateTable('plan_change')
    .set({ cancelled_at: now })
    .where('club_member_id', '=', clubMemberId)
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  const nextPayment = isProRata
    ? await creditPaidDays(context, chargedChange(membership, input, change), { clubId, memberId, today })
    : after.nextPayment
  const { id: planChangeId } = await tx
    .insertInto('plan_change')
    .values({
      club_member_id: clubMemberId,
      club_id: clubId,
      root_club_id: membership.rootClubId,
      applies_on: from,
      training_plan_id: input.trainingPlanId,
      sub_frequency_id: input.subFrequencyId,
      sub_price_pence: Math.round(input.subPrice * 100),
      payment_method_id: input.paymentMethodId,
      next_payment: nextPayment,
      is_pro_rata: isProRata,
      account_id: user.accountId,
      exception: whyNot && input.exceptionReason,
      reason: input.reason,
      ...(ends &&
        ends.pence > 0 && {
          ...{ term_until: ends.until, term_pence: ends.pence, term: input.term ?? 'waive' },
          term_reason: input.termReason || 'Plan changed',
        }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isApplied = from <= today
  if (isApplied) await applyPlanChange({ tx, now }, planChangeId)
  audit({
    clubId,
    memberId,
    subject: 'club_member',
    subjectId: clubMemberId,
    before: audited(membership),
    after: {
      ...(isApplied ? audited(await lockMembership(context, clubMemberId)) : { plannedFrom: from, ...after }),
      ...(whyNot && { exception: input.exceptionReason }),
      ...(input.reason !== '' && { reason: input.reason }),
    },
  })
  return { clubMemberId, memberId, planChangeId, from, isApplied }
}

const byDay = (one: { readonly on: string }, other: { readonly on: string }) =>
  one.on < other.on ? -1 : Number(one.on > other.on)

/** The charge for the rest of the old plan's minimum term, as the change will post it. */
async function owedLine(
  db: Db,
  membership: LockedMembership,
  { ends, from, now }: { ends: TermOfChange; from: string; now: Date },
) {
  const today = from > membership.today ? from : membership.today
  const { dueOn, description, pence } = await chargeForTerm(
    db,
    { ...(await ownerOf(db, membership)), ...ends, today },
    now,
  )
  return { on: dueOn, description, pence }
}

const ownerOf = async (db: Db, membership: LockedMembership) => ({
  ...{ clubMemberId: membership.id, clubId: membership.clubId, memberId: membership.memberId },
  ...{ planId: membership.trainingPlanId, planName: (await agreed(db, membership)).planName ?? 'Membership' },
})

const chargedChange = (
  membership: LockedMembership,
  input: Wanted,
  { from, after, isCredited }: Weighed,
): PlanChange => ({
  clubMemberId: membership.id,
  on: from,
  wanted: {
    ...{ trainingPlanId: input.trainingPlanId, subFrequencyId: input.subFrequencyId },
    pence: Math.round(input.subPrice * 100),
  },
  paymentMethodId: input.paymentMethodId,
  nextPayment: after.nextPayment,
  isCredited,
})

/** Applies a waiting change, and keeps the old terms for the history. Needs the member's account locked. */
export async function applyPlanChange({ tx, now }: Pick<Write, 'tx' | 'now'>, planChangeId: number): Promise<void> {
  const change = await tx
    .selectFrom('plan_change')
    .selectAll()
    .where('id', '=', planChangeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (change.applied_at || change.cancelled_at) return
  const membership = await lockMembership({ tx, now }, change.club_member_id)
  const before = await agreed(tx, membership)
  if (change.price_change_id !== null) return await applyPrice({ tx, now }, { change, membership, before })
  if (change.is_pro_rata)
    await closeOldTerms(
      { tx, now },
      {
        ...{ clubMemberId: membership.id, clubId: membership.clubId, on: change.applies_on, today: membership.today },
        ...{ nextPayment: change.next_payment, accountId: change.account_id },
      },
    )
  if (change.term !== null && change.term_until !== null && change.term_pence > 0)
    await settleTermOfChange(
      { tx, now },
      {
        ...(await ownerOf(tx, membership)),
        ...{ until: change.term_until, pence: change.term_pence, term: change.term as 'charge' | 'waive' },
        // Its own day, as previewed, also when the night comes later.
        ...{ reason: change.term_reason, today: change.applies_on, accountId: change.account_id },
      },
    )
  await tx
    .updateTable('club_member')
    .set(eb => ({
      training_plan_id: change.training_plan_id,
      sub_frequency_id: change.sub_frequency_id,
      sub_price_pence: change.sub_price_pence,
      payment_method_id: change.payment_method_id,
      next_payment: change.next_payment,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', change.club_member_id)
    .execute()
  await tx
    .updateTable('plan_change')
    .set({ applied_at: now, before: JSON.stringify(before) })
    .where('id', '=', planChangeId)
    .execute()
}

interface PriceToApply {
  readonly change: {
    readonly id: number
    readonly training_plan_id: number
    readonly sub_frequency_id: number
    readonly sub_price_pence: number
  }
  readonly membership: LockedMembership
  readonly before: AgreedPlan
}

/** One of many prices that change (plans): of who has another plan by then, or pays it in another way, it is none of its business. */
async function applyPrice({ tx, now }: Pick<Write, 'tx' | 'now'>, { change, membership, before }: PriceToApply) {
  const isOther =
    membership.trainingPlanId !== change.training_plan_id || membership.subFrequencyId !== change.sub_frequency_id
  if (!isOther)
    await tx
      .updateTable('club_member')
      .set(eb => ({ sub_price_pence: change.sub_price_pence, version: eb('version', '+', 1) }))
      .where('id', '=', membership.id)
      .execute()
  await tx
    .updateTable('plan_change')
    .set(isOther ? { cancelled_at: now } : { applied_at: now, before: JSON.stringify(before) })
    .where('id', '=', change.id)
    .execute()
}

export async function cancelPlanChange({ tx, now, audit, mail }: Write, { id }: Input<typeof call.cancelPlanChange>) {
  const { club_member_id: clubMemberId } = await tx
    .selectFrom('plan_change')
    .select('club_member_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // The membership is locked before its changes, as by whoever makes one.
  const { memberId } = await lockMembership({ tx, now }, clubMemberId)
  const change = await tx
    .selectFrom('plan_change')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (change.applied_at) throw refused(409, 'id', 'This change holds already.')
  if (!change.cancelled_at) {
    const { rows } = await sql`select from plan_change change where id = ${id} and ${isChargedAhead}`.execute(tx)
    if (rows.length > 0)
      throw refused(409, 'id', 'The first payment by it has been charged already: change the plan anew instead.')
    await restoreOldTerms(tx, change.club_member_id)
    await tx.updateTable('plan_change').set({ cancelled_at: now }).where('id', '=', id).execute()
  }
  await recallPriceChange({ tx, now, mail }, id)
  audit({
    clubId: change.club_id,
    memberId,
    subject: 'plan_change',
    subjectId: id,
    before: { plannedFrom: change.applies_on },
    after: null,
  })
  return { planChangeId: id, clubMemberId: change.club_member_id }
}
