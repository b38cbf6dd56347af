import { sql } from 'kysely'
import { occurrenceSql } from '../../classes/index.ts'
import { todaySql } from '../buckets.ts'
import { keptRows } from '../kept/rows.ts'
import { bucketTable } from './by-bucket.ts'
import { daysOf, sessionsSql } from './session-sql.ts'
import { teachers } from './teachers.ts'

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
    from ${sessionsSql({ clubIds, ...daysOf(buckets) })} session
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
      extract(hour from coalesce(slot.start_time, week.start_time))::integer as hour, sum(held.attended) as attended,
      count(*) as sessions
    from (
      select session.*, extract(isodow from class_date)::integer as weekday
      from ${sessionsSql({ clubIds, ...daysOf(buckets) })} session
    ) held
    join ${bucketTable(buckets)} part on held.class_date between part.starts and part.ends
    left join class_availability slot on slot.class_id = held.class_id and slot.class_date = held.class_date
    left join class_timetable week on week.class_id = held.class_id and week.weekday = held.weekday
      and week.valid_from <= held.class_date and coalesce(week.valid_until, 'infinity') >= held.class_date
    where coalesce(slot.start_time, week.start_time) is not null
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
    with session as materialized (select * from ${sessionsSql({ clubIds, ...daysOf(buckets) })} held)
    select session.club_id, part.bucket, teacher.person_id, count(*) as sessions,
      count(*) filter (where is_cover) as covers, sum(attended) as attended, sum(expected) as expected,
      coalesce(sum(attended) filter (where capacity is not null), 0) as filled, coalesce(sum(capacity), 0) as places
    from session
    join ${bucketTable(buckets)} part on session.class_date between part.starts and part.ends
    left join ${teachers(sql`session`)} teacher using (class_id, class_date)
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
  sql: ({ clubIds, buckets, now }) => {
    const days = daysOf(buckets)
    return sql`(
      select class.club_id, part.bucket, day.class_id, count(*) filter (where coalesce(kept.marked, 0) = 0) as missing,
        count(*) as ran, max(day.class_date) filter (where coalesce(kept.marked, 0) = 0) as last
      from ${occurrenceSql(
        sql`class.club_id = any(${[...clubIds]}) and class.class_type_id <> 865`,
        days.from,
        days.until,
      )} day
      join class on class.id = day.class_id
      join club on club.id = class.club_id
      join ${bucketTable(buckets)} part on day.class_date between part.starts and part.ends
      left join class_day kept on kept.class_id = day.class_id and kept.class_date = day.class_date
      where day.class_date < ${todaySql(now)}
      group by 1, 2, 3
    )`
  },
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
    from ${sessionsSql({ clubIds, ...daysOf(buckets) })} session
    join ${bucketTable(buckets)} part on class_date between part.starts and part.ends
    group by 1, 2, 3
  )`,
})
