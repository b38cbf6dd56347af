import { classType } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Bucket } from '../buckets.ts'
import { spansOf } from './by-bucket.ts'

/** The first and the last day of some buckets. */
export function daysOf(buckets: readonly Bucket[]): Bucket {
  const spans = spansOf(buckets)
  return { from: spans[0]?.from ?? '0001-01-02', until: spans.at(-1)?.until ?? '0001-01-01' }
}

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
    coalesce(slot.capacity, class.capacity) as capacity
  from class_day day
  join class on class.id = day.class_id
  left join class_availability slot on slot.class_id = day.class_id and slot.class_date = day.class_date
  where day.club_id = any(${[...clubIds]}) and day.class_date between ${from}::date and ${until}::date
    and day.marked > 0 and class.class_type_id <> ${sql.lit(classType.nonAttendance)}
)`
