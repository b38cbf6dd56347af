import { transactionCategory } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type CountFor, todaySql } from '../buckets.ts'
import type { Found } from '../kept/kept.ts'
import { type DayRow, eachMonth, inPart, keptOnce, type OfMonth, ofMonth, onceOf } from '../kept/once.ts'
import { partsOf } from '../kept/parts.ts'
import {
  bucketTable,
  dayRows,
  daysWithBefore,
  type Facts,
  isIn,
  monthOf,
  monthsOf,
  ownDays,
  these,
  withMonthsBefore,
} from './by-bucket.ts'

/** What was taken back of a charge in parts, in pence below zero: 'part', by part_of_id. */
const takenBack = (clubIds: readonly number[]) => sql`(
  select part.part_of_id, sum(part.amount_pence) as pence from charge part
  where part.part_of_id is not null and part.club_id = ${these(clubIds)}
    and not exists (select from charge back where back.reverses_id = part.id)
  group by part.part_of_id
)`

const isReversed = (clubIds: readonly number[]) => sql`charge.id in (
  select reverses_id from charge back where back.reverses_id is not null and back.club_id = ${these(clubIds)})`

/**
 * What fell due, a row a charge, less the parts that were taken back, whenever that was: pence; open_pence of it, which nothing
 * has settled by now; and pending_pence of that, which a bank or card provider is collecting. Credits are not due.
 */
export const dueFacts: Facts = of => sql`(
  select charge.id, charge.club_id, charge.member_id, charge.due_on as day, charge.category_id, charge.payment_method_id,
    charge.description, charge.event_id, charge.amount_pence + coalesce(part.pence, 0) as pence,
    coalesce(open.pence, 0) as open_pence, least(coalesce(open.pence, 0), coalesce(sent.amount_pence, 0)) as pending_pence
  from charge join club on club.id = charge.club_id
  left join ${takenBack(of.clubIds)} part on part.part_of_id = charge.id
  left join debt_span open on open.charge_id = charge.id and open.until is null
  left join external_payment_part sent on sent.charge_id = charge.id and sent.is_in_flight
  where charge.club_id = ${these(of.clubIds)} and charge.amount_pence > 0 and ${isIn(sql`charge.due_on`, of)}
    and charge.reverses_id is null and charge.part_of_id is null and not ${isReversed(of.clubIds)}
    and charge.amount_pence + coalesce(part.pence, 0) <> 0
)`

/**
 * What of a part is earned, in pence: less what was taken back of its charge, from the last part backwards, so that a credit
 * for days that were not used leaves the days that were. 'back' is taken back of the charge.
 */
const earnedPence = sql`case when charge.amount_pence < 0 then earning.pence
  else least(earning.upto, charge.amount_pence + coalesce(back.pence, 0))
    - least(earning.upto - earning.pence, charge.amount_pence + coalesce(back.pence, 0)) end`

/**
 * What was earned by memberships, a row a month of a charge, and what was given back of it, as for days that are frozen now.
 * `id` names charge and part.
 */
export const membershipFacts: Facts = of => sql`(
  select charge.id || '-' || earning.part as id, charge.club_id, charge.member_id, earning.day, charge.category_id,
    charge.payment_method_id, charge.description, charge.event_id, ${earnedPence} as pence
  from charge_earning earning
  join club on club.id = earning.club_id
  join charge on charge.id = earning.charge_id
  left join ${takenBack(of.clubIds)} back on back.part_of_id = charge.id
  where earning.club_id = ${these(of.clubIds)} and ${isIn(sql`earning.day`, of)} and not ${isReversed(of.clubIds)}
    and ${earnedPence} <> 0
)`

const isMembership = sql`charge.category_id = ${sql.lit(transactionCategory.membership)} and charge.reverses_id is null
  and charge.part_of_id is null`

interface OfMember {
  readonly memberId: RawBuilder<unknown>
  readonly clubId: RawBuilder<unknown>
  /** Of which days, over `earning.day`. */
  readonly isThen: RawBuilder<unknown>
}

/** What a member's membership has earned, as `membershipFacts`: to look for one of it. */
export const chargedTo = ({ memberId, clubId, isThen }: OfMember): RawBuilder<unknown> => sql`(
  select "then".* from (
    select charge.member_id, charge.club_id, earning.day, ${earnedPence} as pence
    from charge join charge_earning earning on earning.charge_id = charge.id
    left join lateral (
      select sum(part.amount_pence) as pence from charge part
      where part.part_of_id = charge.id and not exists (select from charge back where back.reverses_id = part.id)
    ) back on true
    where charge.member_id = ${memberId} and charge.club_id = ${clubId} and ${isThen}
      and ${isMembership} and not exists (select from charge back where back.reverses_id = charge.id)
  ) "then"
  where "then".pence <> 0
)`

/** With those who were given something back apart, by member and day: one month may take from them what another has given. */
interface Payers extends OfMonth {
  readonly credited: readonly (readonly [memberId: number, day: number, pence: number])[]
}

export const paying = keptOnce<'paying', Payers>({
  name: 'paying',
  months: { name: 'earned payers of a month', reads: ['charges'], looksBack: true, count: countMonths },
  join: (months, bucket) => {
    const pence = new Map<number, number>()
    for (const [index, part] of partsOf(bucket).entries())
      for (const [memberId, day, sum] of months[index]?.credited ?? [])
        pence.set(memberId, (pence.get(memberId) ?? 0) + inPart({ [day]: sum }, part))
    return [...pence.values()].filter(sum => sum > 0).length + onceOf(months, bucket)
  },
  again: { name: 'earned payers again', reads: ['charges'], looksBack: true, count: countAgain },
  directly: { name: 'earned payers', reads: ['charges'], count: countPaying },
})

interface PayerRow extends DayRow {
  /** Of somebody who was given something back: his pence of the day, as `members`. */
  readonly memberId: number | null
}

/** Whole months. */
async function countMonths(db: Db, of: CountFor): Promise<Found<Payers>[]> {
  const { rows } = await sql<PayerRow>`
    with fact as materialized (
      select day.bucket, day.starts, day.is_own, fact.club_id, fact.member_id, fact.day, fact.pence
      from ${membershipFacts({ ...of, buckets: withMonthsBefore(of.buckets) })} fact
      join ${daysWithBefore(of.buckets)} day using (day)
    ), credited as materialized (${creditedMembers(of)}), payer as (
      select bucket, club_id, member_id, starts, ${ownDays}, bool_or(not is_own and pence > 0) as was_before
      from fact where (club_id, member_id) not in (select club_id, member_id from credited)
      group by 1, 2, 3, 4 having bool_or(is_own)
    ), one as materialized (
      select payer.*, case when was_before then (starts - interval '1 month')::date else far.month end as last
      from payer
      -- Most paid in the month before. Of the others the last one is looked up.
      left join lateral (
        select ${monthOf(sql`earlier.day`)} as month
        from ${chargedTo({
          memberId: sql`payer.member_id`,
          clubId: sql`payer.club_id`,
          isThen: sql`earning.day < payer.starts`,
        })} earlier
        where not payer.was_before and earlier.pence > 0 order by earlier.day desc limit 1
      ) far on true
    )
    select day_row.*, null::bigint as "memberId" from (${dayRows}) day_row
    union all
    select fact.club_id, fact.bucket, null, extract(day from fact.day)::integer, fact.pence::bigint, fact.member_id
    from fact join credited using (club_id, member_id) where is_own`.execute(db)
  return eachMonth(rows, own => ({
    ...ofMonth(own.filter(({ memberId }) => memberId === null)),
    credited: own.flatMap(({ memberId, day, members: pence }) =>
      memberId === null ? [] : [[memberId, day, pence] as const],
    ),
  }))
}

const creditedMembers = ({ clubIds }: CountFor) => sql`
  select distinct charge.club_id, charge.member_id from charge
  where charge.club_id = ${these(clubIds)} and charge.amount_pence < 0 and ${isMembership}`

/** Those who paid in the month in which a bucket begins, only before it has begun; and again in a later month of it. */
async function countAgain(db: Db, of: CountFor): Promise<Found<number>[]> {
  const { rows } = await sql<Found<number>>`
    with part as materialized (
      select *, date_trunc('month', starts)::date as month from ${bucketTable(of.buckets)} given
    ), gone as materialized (
      select part.bucket, part.month, part.ends, fact.club_id, fact.member_id
      from ${membershipFacts({ ...of, buckets: monthsOf(of.buckets, 0) })} fact
      join part on fact.day >= part.month and fact.day < part.month + interval '1 month'
      group by 1, 2, 3, 4, 5 having max(fact.day) < min(part.starts)
    ), near as materialized (
      select distinct part.bucket, fact.club_id, fact.member_id
      from ${membershipFacts({ ...of, buckets: monthsOf(of.buckets, 1) })} fact
      join part on fact.day >= part.month + interval '1 month' and fact.day < part.month + interval '2 months' and fact.day <= part.ends
    ), credited as materialized (${creditedMembers(of)})
    select gone.club_id as "clubId", gone.bucket, count(*) as value
    from gone join club on club.id = gone.club_id
    left join near using (bucket, club_id, member_id)
    where (gone.club_id, gone.member_id) not in (select club_id, member_id from credited)
      and (near.member_id is not null or exists (
        select from ${chargedTo({
          memberId: sql`gone.member_id`,
          clubId: sql`gone.club_id`,
          isThen: sql`earning.day >= gone.month + interval '2 months'
            and earning.day <= least(gone.ends, ${todaySql(of.now)})`,
        })} later
      ))
    group by 1, 2`.execute(db)
  return rows
}

/** One reading of the charges, however many buckets: each member's are brought together, and looked at for each. */
async function countPaying(db: Db, of: CountFor) {
  const nth = (index: number): RawBuilder<unknown> => sql.ref(`bucket${index}`)
  const pays = of.buckets.map(
    ({ from, until }, index) =>
      sql`coalesce(sum(pence) filter (where day between ${from}::date and ${until}::date), 0) > 0 as ${nth(index)}`,
  )
  const counted = of.buckets.map((_, index) => sql`count(*) filter (where ${nth(index)}) as ${nth(index)}`)
  const { rows } = await sql<{ clubId: number } & Record<string, number>>`
    select club_id as "clubId", ${sql.join(counted)}
    from (select club_id, member_id, ${sql.join(pays)} from ${membershipFacts(of)} fact group by club_id, member_id) member
    group by club_id`.execute(db)
  return rows.flatMap(row =>
    of.buckets.map((_, bucket) => ({ clubId: row.clubId, bucket, value: row[`bucket${bucket}`] ?? 0 })),
  )
}

/** With plan_id, the plan of the membership on the day of the charge, and plan_name. */
export const withPlan = (facts: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select charged.*, plan.id as plan_id, plan.name as plan_name
  from ${facts} charged
  left join club_member own on own.member_id = charged.member_id and own.club_id = charged.club_id
  left join lateral (
    select terms.id, terms.training_plan_id from membership_terms terms
    where terms.club_member_id = own.id and terms.club_id = own.club_id and terms.until_on > charged.day
    order by terms.until_on, terms.id limit 1
  ) earlier on true
  left join training_plan plan on plan.id = case when earlier.id is null then own.training_plan_id else earlier.training_plan_id end
)`
