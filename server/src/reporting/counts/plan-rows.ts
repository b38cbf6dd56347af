import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type Bucket, type CountFor, todaySql } from '../buckets.ts'
import { type Found, type Kept, keptOf } from '../kept/kept.ts'
import {
  type ByDay,
  beginsWithin,
  type DayRow,
  eachMonth,
  inPart,
  monthsOfBucket,
  mostMonths,
  type OfMonth,
  ofMonth,
  onceOf,
} from '../kept/once.ts'
import { partsOf } from '../kept/parts.ts'
import { addUp } from '../kept/rows.ts'
import { chargedTo, membershipFacts, withPlan } from './billing.ts'
import {
  bucketTable,
  daysWithBefore,
  monthOf,
  monthsOf,
  ownDays,
  spansOf,
  these,
  withMonthsBefore,
} from './by-bucket.ts'

/** Of a plan in a month: members who were charged for it, and pence by day. */
interface PlanMonth extends OfMonth {
  readonly id: number | null
  readonly pence: ByDay
}

interface OfPlan {
  id: number | null
  members: number
  pence: number
}

const reads = ['charges', 'members'] as const

interface PlanDayRow extends DayRow {
  readonly id: number | null
  /** A row has these or members. */
  readonly pence: number | null
}

/** Whole months. */
const months: Kept<readonly PlanMonth[]> = {
  ...{ name: 'plans of a month', reads, looksBack: true },
  count: async (db, of) => {
    const { rows } = await sql<PlanDayRow>`
      with fact as materialized (
        select day.bucket, day.starts, day.is_own, fact.club_id, fact.member_id, fact.plan_id, fact.day, fact.pence
        from ${chargedWithPlan({ ...of, buckets: withMonthsBefore(of.buckets) })} fact
        join ${daysWithBefore(of.buckets)} day using (day)
      ), payer as (
        select bucket, club_id, member_id, plan_id, starts, ${ownDays}, bool_or(not is_own) as was_before
        from fact group by 1, 2, 3, 4, 5 having bool_or(is_own)
      ), one as materialized (
        select payer.*, case when was_before then (starts - interval '1 month')::date else far.month end as last
        from payer
        -- Most were charged for it in the month before. Of the others the last one is looked up.
        left join lateral (
          select ${monthOf(sql`earlier.day`)} as month
          from ${withPlan(
            chargedTo({
              memberId: sql`payer.member_id`,
              clubId: sql`payer.club_id`,
              isThen: sql`earning.day < payer.starts`,
            }),
          )} earlier
          where not payer.was_before and earlier.plan_id is not distinct from payer.plan_id
          order by earlier.day desc limit 1
        ) far on true
      )
      select club_id as "clubId", bucket, plan_id as id, case when grouping(last) = 0 then coalesce(last::text, '') end as last,
        coalesce(first_day, last_day) as day, count(*) as members, null::bigint as pence
      from one
      group by grouping sets ((club_id, bucket, plan_id, last, first_day), (club_id, bucket, plan_id, last_day))
      union all
      select club_id, bucket, plan_id, null, extract(day from day)::integer, 0, sum(pence)::bigint
      from fact where is_own group by 1, 2, 3, 5`.execute(db)
    return eachMonth(rows, own =>
      [...Map.groupBy(own, ({ id }) => id)].map(([id, ofPlan]) => ({
        id,
        ...ofMonth(ofPlan.filter(({ pence }) => pence === null)),
        pence: Object.fromEntries(ofPlan.flatMap(({ day, pence }) => (pence === null ? [] : [[day, pence]]))),
      })),
    )
  },
}

/**
 * What was charged for memberships, with its plan as `withPlan` finds it; for many at once: the terms that ended after the
 * first of these days are laid beside them, not looked up for each. Whoever has none of them has had the plan of now since.
 */
const chargedWithPlan = (of: CountFor) => sql`(
  select fact.*, case when earlier.id is null then own.training_plan_id else earlier.training_plan_id end as plan_id
  from ${membershipFacts(of)} fact
  left join club_member own on own.member_id = fact.member_id and own.club_id = fact.club_id
  left join (
    select terms.id, terms.club_member_id, terms.training_plan_id, terms.until_on,
      lag(terms.until_on) over (partition by terms.club_member_id order by terms.until_on, terms.id) as from_on
    from membership_terms terms
    where terms.club_id = ${these(of.clubIds)} and terms.until_on > ${spansOf(of.buckets)[0]?.from ?? 'infinity'}::date
  ) earlier on earlier.club_member_id = own.id and fact.day < earlier.until_on
    and (earlier.from_on is null or fact.day >= earlier.from_on)
)`

/** Those who were charged in the month in which the one bucket begins, only before it has begun; and again in a later month of it. */
const again: Kept<readonly OfPlan[]> = {
  ...{ name: 'plans again', reads, looksBack: true },
  count: async (db, of) =>
    await readCharged(
      db,
      sql`(
        with part as materialized (
          select *, date_trunc('month', starts)::date as month from ${bucketTable(of.buckets)} given
        ), gone as materialized (
          select part.bucket, part.month, part.ends, fact.club_id, fact.member_id, fact.plan_id
          from ${chargedWithPlan({ ...of, buckets: monthsOf(of.buckets, 0) })} fact
          join part on fact.day >= part.month and fact.day < part.month + interval '1 month'
          group by 1, 2, 3, 4, 5, 6 having max(fact.day) < min(part.starts)
        ), near as materialized (
          select distinct part.bucket, fact.club_id, fact.member_id, fact.plan_id
          from ${chargedWithPlan({ ...of, buckets: monthsOf(of.buckets, 1) })} fact
          join part on fact.day >= part.month + interval '1 month' and fact.day < part.month + interval '2 months'
            and fact.day <= part.ends
        )
        select gone.club_id, gone.bucket, gone.plan_id, count(*) as members, 0 as pence
        from gone join club on club.id = gone.club_id
        left join near on near.bucket = gone.bucket and near.club_id = gone.club_id and near.member_id = gone.member_id
          and near.plan_id is not distinct from gone.plan_id
        where near.member_id is not null or exists (
          select from ${withPlan(
            chargedTo({
              memberId: sql`gone.member_id`,
              clubId: sql`gone.club_id`,
              isThen: sql`earning.day >= gone.month + interval '2 months'
                and earning.day <= least(gone.ends, ${todaySql(of.now)})`,
            }),
          )} later
          where later.plan_id is not distinct from gone.plan_id
        )
        group by 1, 2, 3
      )`,
    ),
}

/** Of one bucket. */
const directly: Kept<readonly OfPlan[]> = {
  ...{ name: 'plans', reads },
  count: async (db, of) =>
    await readCharged(
      db,
      sql`(
        select club_id, bucket, plan_id, count(*) as members, sum(pence)::bigint as pence
        from (
          select fact.club_id, 0 as bucket, fact.plan_id, fact.member_id, sum(fact.pence) as pence
          from ${chargedWithPlan(of)} fact
          group by 1, 2, 3, 4
        ) one
        group by 1, 2, 3
      )`,
    ),
}

async function readCharged(db: Db, table: RawBuilder<unknown>): Promise<Found<readonly OfPlan[]>[]> {
  const { rows } = await sql<{ clubId: number; bucket: number; value: OfPlan[] }>`
    select club_id as "clubId", bucket,
      jsonb_agg(jsonb_build_object('id', plan_id, 'members', members, 'pence', pence)) as value
    from ${table} charged group by club_id, bucket`.execute(db)
  return rows
}

/** Membership revenue of each plan on the day of the charge, and the memberships that were charged for it, each once. */
export async function revenueByPlan(db: Db, of: CountFor & { readonly buckets: readonly [Bucket] }): Promise<OfPlan[]> {
  const [bucket] = of.buckets
  const buckets = monthsOfBucket(bucket)
  const found = buckets && (await keptOf(db, months, { ...of, buckets }, mostMonths(of)))
  if (!found) {
    const direct = await keptOf(db, directly, of)
    return added(of.clubIds.flatMap(clubId => direct(clubId, 0) ?? []))
  }
  const countedAgain = beginsWithin(bucket) ? await keptOf(db, again, of) : null
  const parts = partsOf(bucket)
  return added(
    of.clubIds.flatMap(clubId => {
      const own = parts.map((_, place) => new Map(found(clubId, place)?.map(plan => [plan.id, plan])))
      const ids = new Set(own.flatMap(month => [...month.keys()]))
      const plans = [...ids].map(id => {
        const ofPlan = own.map(month => month.get(id))
        const pence = parts.reduce((sum, part, place) => sum + inPart(ofPlan[place]?.pence ?? {}, part), 0)
        return { id, members: onceOf(ofPlan, bucket), pence }
      })
      return [...plans, ...(countedAgain?.(clubId, 0) ?? [])]
    }),
  )
}

/** Only what was charged for in the bucket: a month has what lies before and after it, too. */
const added = (plans: readonly OfPlan[]) =>
  addUp(plans, ({ id }) => id, ['members', 'pence']).filter(({ members }) => members > 0)

/** The months that are asked for most. */
export const plansAhead = { of: async (db: Db, of: CountFor) => await keptOf(db, months, of) }
