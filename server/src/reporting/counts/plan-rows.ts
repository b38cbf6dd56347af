import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, firstOfMonth } from '../buckets.ts'
import { isByMonth, mostMonths } from '../kept/by-last-month.ts'
import { type Found, type Kept, keptOf } from '../kept/kept.ts'
import { partsOf } from '../kept/parts.ts'
import { addUp } from '../kept/rows.ts'
import { chargedBefore, membershipFacts, withPlan } from './billing.ts'
import { bucketTable } from './by-bucket.ts'

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
        select one.club_id, one.bucket, one.plan_id, coalesce(before.month::text, '') as last, count(*) as members,
          sum(one.pence)::bigint as pence
        from (
          select part.bucket, date_trunc('month', part.starts)::date as month, fact.club_id, fact.member_id, fact.plan_id,
            sum(fact.pence) as pence
          from ${withPlan(membershipFacts(of))} fact
          join ${bucketTable(of.buckets)} part on fact.day between part.starts and part.ends
          group by 1, 2, 3, 4, 5
        ) one
        left join lateral (
          select date_trunc('month', earlier.day)::date as month
          from ${withPlan(
            chargedBefore({ memberId: sql`one.member_id`, clubId: sql`one.club_id`, month: sql`one.month` }),
          )} earlier
          where earlier.plan_id is not distinct from one.plan_id
          order by earlier.day desc limit 1
        ) before on true
        group by 1, 2, 3, 4
      )`,
    ),
}

const directly: Kept<readonly Charged[]> = {
  ...{ name: 'plans', reads },
  count: async (db, of) =>
    await readCharged(
      db,
      sql`(
        select club_id, bucket, plan_id, '' as last, count(*) as members, sum(pence)::bigint as pence
        from (
          select fact.club_id, part.bucket, fact.plan_id, fact.member_id, sum(fact.pence) as pence
          from ${withPlan(membershipFacts(of))} fact
          join ${bucketTable(of.buckets)} part on fact.day between part.starts and part.ends
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
  const rows = of.clubIds.flatMap(clubId =>
    found
      ? parts.flatMap((_, place) =>
          (found(clubId, place) ?? []).map(row => ({
            ...row,
            members: place === 0 || row.last < first ? row.members : 0,
          })),
        )
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
