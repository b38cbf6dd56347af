import { type RawBuilder, sql } from 'kysely'
import { occurrenceSql } from '../../classes/index.ts'
import { todaySql } from '../buckets.ts'

interface Days {
  readonly clubIds: readonly number[]
  readonly from: string
  readonly until: string
  readonly now: Date
}

/** The days up to yesterday on which a class ran, as a table: class_id, class_date, and whether nobody was marked. */
export const registersSql = ({ clubIds, from, until, now }: Days): RawBuilder<unknown> => sql`(
  select day.class_id, day.class_date, coalesce(kept.marked, 0) = 0 as is_missing
  from ${occurrenceSql(sql`class.club_id = any(${[...clubIds]}) and class.class_type_id <> 865`, from, until)} day
  join class on class.id = day.class_id
  join club on club.id = class.club_id
  left join class_day kept on kept.class_id = day.class_id and kept.class_date = day.class_date
  where day.class_date < ${todaySql(now)}
)`
