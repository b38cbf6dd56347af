import type { Output } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { ImportFindings } from '@honbu/contract/import-findings.ts'
import type { getImport } from '@honbu/contract/imports.ts'
import { sql, type Transaction } from 'kysely'
import { nextCharges } from '../../charging/index.ts'
import { lockTree } from '../../members/index.ts'
import type { Db } from '../../platform/database.ts'
import { pounds } from '../../platform/money.ts'
import { onTrial } from '../../platform/on-trial.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Choices } from '../guess/choices.ts'
import type { MemberPlan } from '../plan/plan.ts'
import { wordingOf } from '../plan/wording.ts'
import type { MadeMember } from '../store/member-rows.ts'
import type { Batch } from './batch.ts'
import { findingsOf } from './findings.ts'
import type { Place } from './place.ts'
import { storePlan } from './store-plan.ts'
import { studiesOf } from './studies-of.ts'

export type Billing = NonNullable<Output<typeof getImport>['billing']>
type Reason = Billing['leftOut'][number]['reason']

interface Options {
  readonly batch: Pick<Batch, 'id' | 'account_id' | 'mapping'>
  readonly place: Place
  readonly choices: Choices
  readonly now: Date
}

/** So many names are listed for each reason. */
const mostNames = 20

export interface Forecast {
  readonly billing: Billing
  readonly findings: ImportFindings
}

/**
 * Finds out what a checked file would do as a whole, and what its members would be charged: stores them on trial and asks
 * the rules that charge. So families, discounts and members who are there already count as they will.
 */
export const forecastImport = (db: Db, plan: MemberPlan, options: Options): Promise<Forecast> =>
  onTrial(db, tx => forecast(tx, plan, options))

async function forecast(
  tx: Transaction<Tables>,
  plan: MemberPlan,
  { batch, place, choices, now }: Options,
): Promise<Forecast> {
  const { clubId, rootClubId, today } = place
  await lockTree(tx, rootClubId)
  const made = await storePlan(tx, plan, {
    ...{ importId: batch.id, clubId, rootClubId, today, now, accountId: batch.account_id },
    disciplineOf: wordingOf(choices).disciplineOf,
    disciplineId: studiesOf(batch.mapping),
    enrolClassId: batch.mapping.enrolClassId,
    onStored: async () => {},
  })
  return {
    billing: await billingOf(tx, plan, { made, place }),
    findings: await findingsOf(tx, plan, { importId: batch.id, today }),
  }
}

/** What the members of a stored plan will be charged, by the rules that charge them. */
export async function billingOf(
  db: Db,
  plan: MemberPlan,
  { made, place: { clubId, today } }: { made: ReadonlyMap<number, MadeMember>; place: Place },
): Promise<Billing> {
  const memberIds = [...[...made.values()].map(({ memberId }) => memberId), ...plan.changed.map(each => each.memberId)]
  const all = await nextCharges(db, { memberIds }, today)
  const charges = new Map(all.filter(charge => charge.clubId === clubId).map(charge => [charge.memberId, charge]))
  const members = await currentMembers(db, clubId, memberIds)
  const charged = members.flatMap(({ memberId }) => {
    const charge = charges.get(memberId)
    return charge?.dueOn && charge.pence ? [{ dueOn: charge.dueOn, pence: charge.pence }] : []
  })
  const leftOut = members.flatMap(({ memberId, name, hasPrice }) => {
    const charge = charges.get(memberId)
    if (charge?.dueOn && charge.pence) return []
    const missing: Reason = hasPrice ? 'noNextPayment' : 'noPlan'
    const reason: Reason = charge ? (charge.reason ?? 'free') : missing
    return [{ name, reason }]
  })
  return {
    today,
    members: charged.length,
    amount: pounds(charged.reduce((sum, { pence }) => sum + pence, 0)),
    firstOn: charged.map(({ dueOn }) => dueOn).sort()[0] ?? null,
    leftOut: [...Map.groupBy(leftOut, ({ reason }) => reason)]
      .map(([reason, each]) => ({
        ...{ reason, members: each.length },
        names: each.slice(0, mostNames).map(({ name }) => name),
      }))
      .sort((a, b) => b.members - a.members),
  }
}

async function currentMembers(tx: Db, clubId: number, memberIds: readonly number[]) {
  const { rows } = await sql<{ memberId: number; name: string; hasPrice: boolean }>`
    select own.member_id as "memberId", own.sub_price_pence is not null as "hasPrice", trim(person.first_name || ' ' || person.last_name) as name
    from club_member own join member on member.id = own.member_id join person on person.id = member.person_id
    where own.club_id = ${clubId} and own.member_id = any(${[...memberIds]}::bigint[])
      and own.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
    order by person.last_name, person.first_name, own.id`.execute(tx)
  return rows
}
