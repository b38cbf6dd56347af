import { classType } from '@honbu/contract/ids.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** How far ahead it looks: half a year of closures is not expected. */
const weeksAhead = 26

/**
 * The next day on which the class of the surrounding query runs, `today` included: the first of what `occurrenceSql`
 * answers, without making all of them. Null where there is none within half a year. A test holds the two together.
 */
export const nextDateSql = (today: Expression<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select min(day) from (
    select (
      select candidate::date from generate_series(
        first_day::timestamp, first_day::timestamp + ${weeksAhead * 7} * interval '1 day', interval '7 days') candidate
      where (week.valid_until is null or candidate <= week.valid_until) 
        and runs_in_week(class.start_date, class.every_weeks, candidate::date) and ${open(sql`candidate::date`)}
      order by candidate limit 1
    ) as day
    from class_timetable week
    cross join lateral (select greatest(${today}, week.valid_from, class.start_date) as earliest) base
    cross join lateral (
      select earliest + (week.weekday - extract(isodow from earliest)::int + 7) % 7 as first_day
    ) aligned
    where week.class_id = class.id and class.class_type_id <> ${classType.prebooked}
      and (week.valid_until is null or week.valid_until >= ${today})
    union all
    select min(slot.class_date) from class_availability slot
    where slot.class_id = class.id and class.class_type_id = ${classType.prebooked}
      and slot.class_date >= greatest(${today}, class.start_date) and ${open(sql`slot.class_date`)}
    union all
    select min(added.class_date) from class_session added
    where added.class_id = class.id and added.is_added and class.class_type_id <> ${classType.prebooked}
      and added.class_date >= greatest(${today}, class.start_date) and ${open(sql`added.class_date`)}
  ) candidates
)`

const open = (day: Expression<unknown>) => sql`
  (class.end_date is null or ${day} <= class.end_date)
  and not exists (select from club_closure where club_closure.club_id = class.club_id and closed_on = ${day})
  and not exists (
    select from class_session where class_session.class_id = class.id and class_date = ${day} and is_cancelled)`
