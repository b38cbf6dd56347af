import { classType } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { weekRowSql } from '../../classes/index.ts'
import type { Bucket, CountFor } from '../buckets.ts'
import { spansOf } from './by-bucket.ts'

interface Days {
  readonly clubIds: readonly number[]
  readonly from: string
  readonly until: string
}

/**
 * The sessions that were held, as a table: club_id, class_id, class_name, class_date, attended, expected and capacity (null:
 * as many as come). Held is what has a mark; classes that are no attendance are none.
 */
export const sessionsSql = ({ clubIds, from, until }: Days): RawBuilder<unknown> => sql`(
  select day.club_id, day.class_id, class.class_name, day.class_date, day.attended, day.expected,
    coalesce(slot.capacity, week.capacity, class.capacity) as capacity
  from class_day day
  join class on class.id = day.class_id
  left join class_availability slot on slot.class_id = day.class_id and slot.class_date = day.class_date
  left join lateral ${weekRowSql(sql`day.class_id`, sql`day.class_date`)} week on true
  where day.club_id = any(${[...clubIds]}) and day.class_date between ${from}::date and ${until}::date
    and day.marked > 0 and class.class_type_id <> ${sql.lit(classType.nonAttendance)}
)`

/** The same of the days of buckets, each once: what lies between them is not read. */
export const sessionsOf = ({ clubIds, buckets }: Pick<CountFor, 'clubIds' | 'buckets'>): RawBuilder<unknown> =>
  ofSpans(buckets, days => sessionsSql({ clubIds, ...days }))

/** A table of days as one of the days of buckets. */
export function ofSpans(buckets: readonly Bucket[], table: (days: Bucket) => RawBuilder<unknown>): RawBuilder<unknown> {
  const spans = buckets.length > 0 ? spansOf(buckets) : [{ from: '0001-01-02', until: '0001-01-01' }]
  return sql`(${sql.join(
    spans.map(days => sql`select * from ${table(days)} of_days`),
    sql` union all `,
  )})`
}
