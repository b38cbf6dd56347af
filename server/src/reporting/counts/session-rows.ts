import { sql } from 'kysely'
import { teachersSql } from '../../classes/index.ts'
import { keptRows } from '../kept/rows.ts'
import { bucketTable } from './by-bucket.ts'
import { registersSql } from './registers.ts'
import { ofSpans, sessionsOf } from './session-sql.ts'

interface Week extends Record<'attended' | 'expected' | 'sessions', number> {
  monday: string
}

/** Weeks as far as they lie in a month. */
export const weeks = keptRows<Week>({
  ...{ name: 'weeks', reads: ['visits'] },
  columns: ['monday', 'attended', 'expected', 'sessions'],
  sql: ({ clubIds, buckets }) => sql`(
    select session.club_id, part.bucket, date_trunc('week', class_date)::date as monday, sum(attended) as attended,
      sum(expected) as expected, count(*) as sessions
    from ${sessionsOf({ clubIds, buckets })} session
    join ${bucketTable(buckets)} part on class_date between part.starts and part.ends
    group by 1, 2, 3
  )`,
})

interface Hour extends Record<'weekday' | 'hour' | 'attended' | 'sessions', number> {}

export const hoursOfDays = keptRows<Hour>({
  ...{ name: 'hours', reads: ['visits', 'timetable'] },
  columns: ['weekday', 'hour', 'attended', 'sessions'],
  sql: ({ clubIds, buckets }) => sql`(
    select held.club_id, part.bucket, held.weekday,
      extract(hour from coalesce(changed.start_time, slot.start_time, week.start_time))::integer as hour, sum(held.attended) as attended,
      count(*) as sessions
    from (
      select session.*, extract(isodow from class_date)::integer as weekday
      from ${sessionsOf({ clubIds, buckets })} session
    ) held
    join ${bucketTable(buckets)} part on held.class_date between part.starts and part.ends
    left join class_session changed on changed.class_id = held.class_id and changed.class_date = held.class_date
    left join class_availability slot on slot.class_id = held.class_id and slot.class_date = held.class_date
    left join class_timetable week on week.class_id = held.class_id and week.weekday = held.weekday
      and week.valid_from <= held.class_date and coalesce(week.valid_until, 'infinity') >= held.class_date
    where coalesce(changed.start_time, slot.start_time, week.start_time) is not null
    group by 1, 2, 3, 4
  )`,
})

export const taughtNames = ['sessions', 'covers', 'attended', 'expected', 'filled', 'places'] as const

interface Taught extends Record<(typeof taughtNames)[number], number> {
  person_id: number | null
}

export const taught = keptRows<Taught>({
  ...{ name: 'taught', reads: ['visits', 'timetable'] },
  columns: ['person_id', ...taughtNames],
  sql: ({ clubIds, buckets }) => sql`(
    with session as materialized (select * from ${sessionsOf({ clubIds, buckets })} held)
    select session.club_id, part.bucket, teacher.person_id, count(*) as sessions,
      count(*) filter (where is_cover) as covers, sum(attended) as attended, sum(expected) as expected,
      coalesce(sum(attended) filter (where capacity is not null), 0) as filled, coalesce(sum(capacity), 0) as places
    from session
    join ${bucketTable(buckets)} part on session.class_date between part.starts and part.ends
    left join ${teachersSql(sql`session`)} teacher using (class_id, class_date)
    group by 1, 2, 3
  )`,
})

interface Ran extends Record<'missing' | 'ran', number> {
  class_id: number
  last: string | null
}

/** The days of each class up to yesterday, and those without a mark. */
export const registers = keptRows<Ran>({
  ...{ name: 'registers', reads: ['visits', 'timetable'] },
  columns: ['class_id', 'missing', 'ran', 'last'],
  sql: ({ clubIds, buckets, now }) => sql`(
    select class.club_id, part.bucket, day.class_id, count(*) filter (where is_missing) as missing, count(*) as ran,
      max(day.class_date) filter (where is_missing) as last
    from ${ofSpans(buckets, days => registersSql({ clubIds, ...days, now }))} day
    join class on class.id = day.class_id
    join ${bucketTable(buckets)} part on day.class_date between part.starts and part.ends
    group by 1, 2, 3
  )`,
})

export const heldNames = ['sessions', 'attended', 'expected', 'filled', 'places'] as const

interface Held extends Record<(typeof heldNames)[number], number> {
  class_id: number
}

/** The sessions of each class. */
export const heldByClass = keptRows<Held>({
  ...{ name: 'classes', reads: ['visits'] },
  columns: ['class_id', ...heldNames],
  sql: ({ clubIds, buckets }) => sql`(
    select session.club_id, part.bucket, session.class_id, count(*) as sessions, sum(attended) as attended,
      sum(expected) as expected, coalesce(sum(attended) filter (where capacity is not null), 0) as filled,
      coalesce(sum(capacity), 0) as places
    from ${sessionsOf({ clubIds, buckets })} session
    join ${bucketTable(buckets)} part on class_date between part.starts and part.ends
    group by 1, 2, 3
  )`,
})
