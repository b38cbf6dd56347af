import { sql } from 'kysely'
import { occurrenceSql, registersSql } from '../../classes/index.ts'
import type { Db } from '../../platform/database.ts'
import { keptRows } from '../kept/rows.ts'

/** How the register of a class stands that runs today. */
export interface RegisterOfToday extends Record<'expected' | 'attended' | 'absent', number> {
  /** '18:30', by the clock of the club. */
  readonly starts: string
  readonly ends: string
}

const registers = keptRows<RegisterOfToday>({
  ...{ name: 'registers of the day', reads: ['visits', 'timetable', 'registers'], by: 'bucket' },
  columns: ['starts', 'ends', 'expected', 'attended', 'absent'],
  // Of one day: there is one bucket.
  sql: ({ clubIds, buckets: [day = { from: '0001-01-01', until: '0001-01-01' }] }) => sql`(
    with session as materialized (
      select own.class_id, own.class_date, own.start_time, own.finish_time, class.club_id
      from ${occurrenceSql(sql`class.club_id = any(${[...clubIds]}::bigint[])`, day.from, day.until)} own
      join class on class.id = own.class_id
    ), register as (
      select class_id, class_date, count(*) as expected, count(*) filter (where attended) as attended,
        count(*) filter (where not attended) as absent
      from ${registersSql(sql`session`)} listed group by class_id, class_date
    )
    select club_id, 0 as bucket, to_char(start_time, 'HH24:MI') as starts, to_char(finish_time, 'HH24:MI') as ends,
      coalesce(expected, 0) as expected, coalesce(attended, 0) as attended, coalesce(absent, 0) as absent
    from session left join register using (class_id, class_date)
  )`,
})

interface TodayOf {
  readonly clubIds: readonly number[]
  readonly today: string
  readonly now: Date
}

/** The registers of today's classes of many clubs, class by class: of each club as it was counted last, if nothing was written since. */
export const registersOfToday = (db: Db, { clubIds, today, now, isAhead = false }: TodayOf & { isAhead?: boolean }) =>
  registers.of(db, { clubIds, buckets: [{ from: today, until: today }], now, isAhead })
