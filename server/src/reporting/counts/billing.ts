import { addDays } from '@honbu/contract/calendar.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, firstOfMonth } from '../buckets.ts'
import { type ByLastMonth, byLastMonthOf, keptOnce, onceOf } from '../kept/by-last-month.ts'
import type { Found } from '../kept/kept.ts'
import { bucketTable, type Facts, isIn, these } from './by-bucket.ts'

/**
 * Charges that stand, less the parts of them that were taken back, whenever that was: one that was taken back whole is not
 * there. `open_pence` is what nothing has settled by now.
 */
const standing = ({ clubIds }: CountFor, day: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`(
  select charge.id, charge.club_id, charge.member_id, ${day} as day, charge.category_id, charge.payment_method_id,
    charge.description, charge.event_id, charge.amount_pence + coalesce(part.pence, 0) as pence,
    coalesce(open.pence, 0) as open_pence
  from charge join club on club.id = charge.club_id
  left join (
    select part.part_of_id, sum(part.amount_pence) as pence from charge part
    where part.part_of_id is not null and part.club_id = ${these(clubIds)}
      and not exists (select from charge back where back.reverses_id = part.id)
    group by part.part_of_id
  ) part on part.part_of_id = charge.id
  left join debt_span open on open.charge_id = charge.id and open.until is null
  where charge.club_id = ${these(clubIds)} and charge.reverses_id is null and charge.part_of_id is null
    and charge.id not in (
      select reverses_id from charge back where back.reverses_id is not null and back.club_id = ${these(clubIds)})
    and charge.amount_pence + coalesce(part.pence, 0) <> 0 and ${which}
)`

/** What fell due, a row a charge: pence, and open_pence of it. Credits are not due. */
export const dueFacts: Facts = of =>
  standing(of, sql`charge.due_on`, sql`charge.amount_pence > 0 and ${isIn(sql`charge.due_on`, of)}`)

/** What was charged for memberships, and what was given back of it, as for days that are frozen now. */
export const membershipFacts: Facts = of =>
  standing(
    of,
    sql`charge.transaction_date`,
    sql`charge.category_id = ${sql.lit(transactionCategory.membership)}
      and ${isIn(sql`charge.transaction_date`, of)}`,
  )

const isMembership = sql`charge.category_id = ${sql.lit(transactionCategory.membership)} and charge.reverses_id is null
  and charge.part_of_id is null`

/** What somebody was charged for his membership, as `membershipFacts`, before a month: to look for the last of it. */
export const chargedBefore = ({
  memberId,
  clubId,
  month,
}: Readonly<Record<'memberId' | 'clubId' | 'month', RawBuilder<unknown>>>): RawBuilder<unknown> => sql`(
  select before_then.* from (
    select charge.member_id, charge.club_id, charge.transaction_date as day, charge.amount_pence + coalesce((
        select sum(part.amount_pence) from charge part
        where part.part_of_id = charge.id and not exists (select from charge back where back.reverses_id = part.id)), 0) as pence
    from charge
    where charge.member_id = ${memberId} and charge.club_id = ${clubId} and charge.transaction_date < ${month}
      and ${isMembership} and not exists (select from charge back where back.reverses_id = charge.id)
  ) before_then
  where before_then.pence <> 0
)`

/** With those who were given something back apart, member by member: one month may take from them what another has given. */
interface Payers {
  readonly byLastMonth: ByLastMonth
  readonly credited: readonly (readonly [memberId: number, pence: number])[]
}

export const paying = keptOnce<'paying', Payers>({
  name: 'paying',
  byLastMonth: { name: 'paying by month', reads: ['charges'], looksBack: true, count: countByLastMonth },
  join: (parts, first) => {
    const pence = new Map<number, number>()
    for (const part of parts)
      for (const [memberId, sum] of part?.credited ?? []) pence.set(memberId, (pence.get(memberId) ?? 0) + sum)
    const credited = [...pence.values()].filter(sum => sum > 0).length
    return (
      credited +
      onceOf(
        parts.map(part => part?.byLastMonth),
        first,
      )
    )
  },
  directly: { name: 'paying', reads: ['charges'], count: countPaying },
})

/** Buckets that lie in a month each. */
async function countByLastMonth(db: Db, of: CountFor): Promise<Found<Payers>[]> {
  const { rows } = await sql<{
    clubId: number
    bucket: number
    memberId: number | null
    last: string
    members: number
  }>`
    with charged as materialized (
      select part.bucket, date_trunc('month', part.starts)::date as month, fact.club_id, fact.member_id, sum(pence) as pence
      from ${membershipFacts(of)} fact join ${bucketTable(of.buckets)} part on fact.day between part.starts and part.ends
      group by 1, 2, 3, 4
    ), near as materialized (
      select club_id, member_id, date_trunc('month', day)::date as month
      from ${membershipFacts({ ...of, buckets: monthsBefore(of.buckets) })} fact where pence > 0 group by 1, 2, 3
    ), credited as materialized (
      select distinct charge.club_id, charge.member_id from charge
      where charge.club_id = ${these(of.clubIds)} and charge.amount_pence < 0 and ${isMembership}
    )
    select charged.club_id as "clubId", charged.bucket, charged.member_id as "memberId", '' as last,
      charged.pence::bigint as members
    from charged join credited using (club_id, member_id)
    union all
    select charged.club_id, charged.bucket, null, coalesce(coalesce(near.month, far.month)::text, ''), count(*)
    from charged
    left join near on near.club_id = charged.club_id and near.member_id = charged.member_id
      and near.month = (charged.month - interval '1 month')::date
    -- Most paid in the month before. Of the others the last one is looked up.
    left join lateral (
      select date_trunc('month', earlier.day)::date as month
      from ${chargedBefore({
        memberId: sql`charged.member_id`,
        clubId: sql`charged.club_id`,
        month: sql`charged.month`,
      })} earlier
      where near.month is null and earlier.pence > 0 order by earlier.day desc limit 1
    ) far on true
    where (charged.club_id, charged.member_id) not in (select club_id, member_id from credited)
    group by 1, 2, 4`.execute(db)
  const found = new Map(byLastMonthOf(rows.filter(row => row.memberId === null)).map(each => [keyOf(each), each]))
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, own]) =>
    own.slice(0, 1).map(({ clubId, bucket }) => ({
      ...{ clubId, bucket },
      value: {
        byLastMonth: found.get(key)?.value ?? {},
        credited: own.flatMap(({ memberId, members }) => (memberId === null ? [] : [[memberId, members] as const])),
      },
    })),
  )
}

/** The month before that of each bucket. */
export const monthsBefore = (buckets: readonly Bucket[]): Bucket[] =>
  buckets.map(({ from }) => {
    const last = addDays(firstOfMonth(from), -1)
    return { from: firstOfMonth(last), until: last }
  })

const keyOf = ({ clubId, bucket }: { readonly clubId: number; readonly bucket: number }) => `${clubId} ${bucket}`

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
