import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type CountFor, todaySql } from '../buckets.ts'
import { keptByEvening } from '../kept/parts.ts'

export const atRisk = keptByEvening({
  ...{ name: 'at risk', counts: ['atRisk'], count: countAtRisk },
  // Who came weeks before is missed the more.
  ...{ reads: ['members', 'visits'], looksBack: true },
})

async function countAtRisk(db: Db, { clubIds, buckets, now }: CountFor) {
  const { rows } = await sql<{ clubId: number; bucket: number; atRisk: number }>`
    select club_id as "clubId", bucket, count(*) as "atRisk"
    from ${atRiskSql({ clubIds, evenings: buckets.map(({ until }) => until), now })} risky
    group by 1, 2`.execute(db)
  return rows
}

interface AtRisk {
  readonly clubIds: readonly number[]
  readonly evenings: readonly string[]
  readonly now: Date
}

/** Eight weeks, of which the average is taken. */
const daysBefore = 56
const eightWeeks = sql.lit(daysBefore)

/** The months of the longest time that a club may set, and of these weeks: a list, so that the planner knows how few they are. */
const monthsBack = Array.from({ length: Math.ceil((365 + daysBefore) / 28) + 1 }, (_, months) => months)

/**
 * Who is active on some evenings and at risk of leaving, as a table: bucket (the evening's place in the list), club_id,
 * club_member_id, member_id, run_from, recent and earlier (days on which he came: of the last as many days as the club has
 * set, and of the eight weeks before these), span (that number of days), evening.
 *
 * Members who have joined, come back or been imported within these days haven't stayed away yet.
 */
export const atRiskSql = ({ clubIds, evenings, now }: AtRisk): RawBuilder<unknown> => sql`(
  with frame as materialized (
    select (place - 1)::integer as bucket, club.id as club_id, club.at_risk_days as span,
      least(evening, ${todaySql(now)}) as evening
    from club, unnest(${evenings}::date[]) with ordinality look (evening, place)
    where club.id = any(${[...clubIds]})
  ), part as materialized (
    select bucket, club_id, month, days_between(month, evening - span + 1, evening) as recent_days,
      days_between(month, evening - span - ${eightWeeks} + 1, evening - span) as earlier_days
    from (
      select frame.*, (date_trunc('month', evening::timestamp) - back * interval '1 month')::date as month
      from frame cross join unnest(${sql.lit(`{${monthsBack.join()}}`)}::int[]) back
    ) frame
    where month >= date_trunc('month', (evening - span - ${eightWeeks} + 1)::timestamp)::date
  )
  select frame.bucket, frame.club_id, frame.span, frame.evening, going.*
  -- Club by club and evening by evening, so that what is brought together by member stays small.
  from frame cross join lateral (
    select piece.club_member_id, piece.member_id, piece.run_from, coalesce(visit.came / ${recently}, 0) as recent,
      coalesce(visit.came % ${recently}, 0) as earlier
    from membership_piece piece left join (
      select own.member_id, sum(${daysOf(sql`part.recent_days`)} * ${recently} + ${daysOf(sql`part.earlier_days`)}) as came
      from part join member_month own on own.club_id = part.club_id and own.month = part.month
      where part.bucket = frame.bucket and part.club_id = frame.club_id
      group by own.member_id
    ) visit on visit.member_id = piece.member_id
    where piece.club_id = frame.club_id and piece.from_on <= frame.evening and piece.until_on > frame.evening
      and piece.is_paid and not exists (
        select from membership_freeze still
        where still.club_member_id = piece.club_member_id and still.club_id = frame.club_id
          and still.frozen_from <= frame.evening
          and coalesce(still.frozen_until + 1, 'infinity') > frame.evening
      )
  ) going
  where going.recent = 0 and going.run_from <= frame.evening - frame.span and not exists (
      select from import_line line join import_batch batch on batch.id = line.import_batch_id
      where line.member_id = going.member_id and line.outcome = 'new'
        and batch.imported_at::date > frame.evening - frame.span)
    or going.recent * ${sql.lit(2 * daysBefore)} < going.earlier * frame.span
)`

/** Two numbers of days in one, so that they are added up at once: as many as this never come together. */
const recently = sql.lit(1024)

const daysOf = (days: RawBuilder<unknown>) => sql`bit_count((own.days & ${days})::bit(32))::integer`
