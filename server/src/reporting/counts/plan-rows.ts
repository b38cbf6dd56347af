import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, firstOfMonth, todaySql } from '../buckets.ts'
import { beginsWithin, isByMonth, mostMonths } from '../kept/by-last-month.ts'
import { type Found, type Kept, keptOf } from '../kept/kept.ts'
import { partsOf } from '../kept/parts.ts'
import { addUp } from '../kept/rows.ts'
import { chargedTo, membershipFacts, monthsOf, withPlan } from './billing.ts'
import { bucketTable, these } from './by-bucket.ts'

/** Of a plan: members who were charged, and what; by the month in which they were charged for it last before, '' for none. */
interface Charged {
  readonly id: number | null
  readonly last: string
  readonly members: number
  readonly pence: number
}

interface OfPlan {
  id: number | null
  members: number
  pence: number
}

const reads = ['charges', 'members'] as const

const byLastMonth: Kept<readonly Charged[]> = {
  ...{ name: 'plans by month', reads, looksBack: true },
  count: async (db, of) =>
    await readCharged(
      db,
      sql`(
        with near as materialized (
          select fact.club_id, fact.member_id, date_trunc('month', fact.day)::date as month, fact.plan_id
          from ${withPlan(membershipFacts({ ...of, buckets: monthsOf(of.buckets, -1) }))} fact
          group by 1, 2, 3, 4
        )
        select one.club_id, one.bucket, one.plan_id, coalesce(coalesce(near.month, far.month)::text, '') as last,
          count(*) as members, sum(one.pence)::bigint as pence
        from (
          select part.bucket, date_trunc('month', part.starts)::date as month, fact.club_id, fact.member_id, fact.plan_id,
            sum(fact.pence) as pence
          from ${withPlan(membershipFacts(of))} fact
          join ${bucketTable(of.buckets)} part on fact.day between part.starts and part.ends
          group by 1, 2, 3, 4, 5
        ) one
        left join near on near.club_id = one.club_id and near.member_id = one.member_id
          and near.month = (one.month - interval '1 month')::date and near.plan_id is not distinct from one.plan_id
        left join lateral (
          select date_trunc('month', earlier.day)::date as month
          from ${withPlan(
            chargedTo({
              memberId: sql`one.member_id`,
              clubId: sql`one.club_id`,
              isThen: sql`charge.transaction_date < one.month`,
            }),
          )} earlier
          where near.month is null and earlier.plan_id is not distinct from one.plan_id
          order by earlier.day desc limit 1
        ) far on true
        group by 1, 2, 3, 4
      )`,
    ),
}

/** Of many charges at once the terms of all memberships are laid beside them, as `withPlan` looks them up for each. */
const withPriced = (facts: RawBuilder<unknown>, { clubIds }: CountFor) => sql`(
  select fact.*, price.training_plan_id as plan_id
  from ${facts} fact
  left join club_member own on own.member_id = fact.member_id and own.club_id = fact.club_id
  left join (select * from membership_price where club_id = ${these(clubIds)}) price
    on price.club_member_id = own.id and fact.day >= price.from_on and fact.day < price.until_on
)`

/** Those who were charged in the month in which the one bucket begins, only before it has begun; and again in a later month of it. */
const again: Kept<readonly Charged[]> = {
  ...{ name: 'plans again', reads, looksBack: true },
  count: async (db, of) =>
    await readCharged(
      db,
      sql`(
        with part as materialized (
          select *, date_trunc('month', starts)::date as month from ${bucketTable(of.buckets)} given
        ), gone as materialized (
          select part.bucket, part.month, part.ends, fact.club_id, fact.member_id, fact.plan_id
          from ${withPriced(membershipFacts({ ...of, buckets: monthsOf(of.buckets, 0) }), of)} fact
          join part on fact.day >= part.month and fact.day < part.month + interval '1 month'
          group by 1, 2, 3, 4, 5, 6 having max(fact.day) < min(part.starts)
        ), near as materialized (
          select distinct part.bucket, fact.club_id, fact.member_id, fact.plan_id
          from ${withPriced(membershipFacts({ ...of, buckets: monthsOf(of.buckets, 1) }), of)} fact
          join part on fact.day >= part.month + interval '1 month' and fact.day < part.month + interval '2 months'
            and fact.day <= part.ends
        )
        select gone.club_id, gone.bucket, gone.plan_id, '' as last, count(*) as members, 0 as pence
        from gone join club on club.id = gone.club_id
        left join near on near.bucket = gone.bucket and near.club_id = gone.club_id and near.member_id = gone.member_id
          and near.plan_id is not distinct from gone.plan_id
        where near.member_id is not null or exists (
          select from ${withPlan(
            chargedTo({
              memberId: sql`gone.member_id`,
              clubId: sql`gone.club_id`,
              isThen: sql`charge.transaction_date >= gone.month + interval '2 months'
                and charge.transaction_date <= least(gone.ends, ${todaySql(of.now)})`,
            }),
          )} later
          where later.plan_id is not distinct from gone.plan_id
        )
        group by 1, 2, 3
      )`,
    ),
}

/** Of one bucket. */
const directly: Kept<readonly Charged[]> = {
  ...{ name: 'plans', reads },
  count: async (db, of) =>
    await readCharged(
      db,
      sql`(
        select club_id, bucket, plan_id, '' as last, count(*) as members, sum(pence)::bigint as pence
        from (
          select fact.club_id, 0 as bucket, fact.plan_id, fact.member_id, sum(fact.pence) as pence
          from ${withPriced(membershipFacts(of), of)} fact
          group by 1, 2, 3, 4
        ) one
        group by 1, 2, 3
      )`,
    ),
}

async function readCharged(db: Db, table: RawBuilder<unknown>): Promise<Found<readonly Charged[]>[]> {
  const { rows } = await sql<{ clubId: number; bucket: number; value: Charged[] }>`
    select club_id as "clubId", bucket,
      jsonb_agg(jsonb_build_object('id', plan_id, 'last', last, 'members', members, 'pence', pence)) as value
    from ${table} charged group by club_id, bucket`.execute(db)
  return rows
}

/** Membership revenue of each plan on the day of the charge, and the memberships that were charged for it, each once. */
export async function revenueByPlan(db: Db, of: CountFor & { readonly buckets: readonly [Bucket] }): Promise<OfPlan[]> {
  const [bucket] = of.buckets
  const parts = partsOf(bucket)
  const found = isByMonth(bucket, parts)
    ? await keptOf(db, byLastMonth, { ...of, buckets: parts }, mostMonths(of))
    : null
  const first = firstOfMonth(bucket.from)
  const direct = found ? null : await keptOf(db, directly, of)
  const isAgain = found && beginsWithin(bucket, parts) ? await keptOf(db, again, of) : null
  const rows = of.clubIds.flatMap(clubId =>
    found
      ? [
          ...parts.flatMap((_, place) =>
            (found(clubId, place) ?? []).map(row => ({
              ...row,
              members: place === 0 || row.last < first ? row.members : 0,
            })),
          ),
          ...(isAgain?.(clubId, 0) ?? []),
        ]
      : (direct?.(clubId, 0) ?? []),
  )
  return addUp(
    rows.map(({ id, members, pence }) => ({ id, members, pence })),
    ({ id }) => id,
    ['members', 'pence'],
  )
}

/** The months that are asked for most. */
export const plansAhead = { of: async (db: Db, of: CountFor) => await keptOf(db, byLastMonth, of) }
