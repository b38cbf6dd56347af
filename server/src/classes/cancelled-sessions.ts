import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** A session that would have run. Times are HH:mm. */
export interface CancelledSession {
  readonly classId: number
  readonly className: string
  readonly clubId: number
  readonly clubName: string
  readonly classDate: string
  readonly startTime: string
  readonly finishTime: string
  readonly reason: string
  /** The day that has taken its place. */
  readonly movedTo: string | null
  readonly sequence: number
}

/** The cancelled sessions of some classes between two dates, both included, without days on which the club is closed. */
export async function cancelledSessions(
  db: Db,
  classes: Expression<unknown>,
  from: string,
  to: string,
): Promise<CancelledSession[]> {
  const { rows } = await sql<CancelledSession>`
    select class.id as "classId", class.class_name as "className", club.id as "clubId", club.name as "clubName",
      changed.class_date as "classDate",
      to_char(coalesce(changed.start_time, slot.start_time, week.start_time), 'HH24:MI') as "startTime",
      to_char(coalesce(changed.finish_time, slot.finish_time, week.finish_time), 'HH24:MI') as "finishTime",
      changed.reason, changed.moved_to as "movedTo",
      class.version + changed.version + coalesce(slot.version, 0) as sequence
    from class_session changed
    join class on class.id = changed.class_id
    join club on club.id = class.club_id
    left join class_availability slot on slot.class_id = class.id and slot.class_date = changed.class_date
    left join class_timetable week on week.class_id = class.id and week.weekday = extract(isodow from changed.class_date)
      and week.valid_from <= changed.class_date and (week.valid_until is null or week.valid_until >= changed.class_date)
    where changed.is_cancelled and changed.class_date between ${from} and ${to} and ${classes}
      and coalesce(changed.start_time, slot.start_time, week.start_time) is not null
      and not exists (select from club_closure where club_closure.club_id = class.club_id and closed_on = changed.class_date)
    order by changed.class_date, "startTime", class.class_name, class.id`.execute(db)
  return rows
}
