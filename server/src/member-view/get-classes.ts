import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/member-view.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import { type Places, statement } from '../platform/statement.ts'
import { timeZoneOf } from './get-attendances.ts'

interface Row {
  enrolmentId: number
  classId: number
  className: string
  clubId: number
  clubName: string
  classTypeId: number
  location: string
  dateAdded: string
  removedOn: string | null
  isCurrent: boolean
  times: { weekday: number; startTime: string; finishTime: string }[]
  attended: number
  lastAttended: string | null
}

export async function getClasses({ db, user, now }: Read, { id }: Input<typeof call.getClasses>) {
  const clubIds = [...user.clubs.keys()]
  const today = todayIn(await timeZoneOf(db, id, clubIds), now)
  const rows = await classesOf(db, { memberId: id, clubIds, today })
  return rows.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) ||
      (a.isCurrent ? firstTime(a).localeCompare(firstTime(b)) : b.dateAdded.localeCompare(a.dateAdded)) ||
      a.enrolmentId - b.enrolmentId,
  )
}

const firstTime = ({ times: [first] }: Row) => (first ? `${first.weekday} ${first.startTime}` : '9')

/** Of a member, with the times of their week and how often they attended. */
const classesOf = statement(
  (
    _db,
    { memberId, clubIds, today }: Places<{ memberId: number; clubIds: readonly number[]; today: string }>,
  ) => sql<Row>`
    select class_member.id as "enrolmentId", class.id as "classId", class.class_name as "className", club.id as "clubId",
      club.name as "clubName", class.class_type_id as "classTypeId", coalesce(location.name, '') as location,
      class_member.date_added as "dateAdded", class_member.removed_on as "removedOn",
      (class_member.removed_on is null or class_member.removed_on > ${today})
        and (class.end_date is null or class.end_date >= ${today}) as "isCurrent",
      week.times, marks.attended, marks.last as "lastAttended"
    from class_member
    join class on class.id = class_member.class_id
    join club on club.id = class.club_id
    left join location on location.id = class.location_id
    cross join lateral (
      select coalesce(json_agg(json_build_object('weekday', weekday, 'startTime', to_char(start_time, 'HH24:MI'),
        'finishTime', to_char(finish_time, 'HH24:MI')) order by weekday, start_time), '[]') as times
      from class_timetable where class_id = class.id and valid_from <= greatest(${today}::date, class.start_date)
        and (valid_until is null or valid_until >= greatest(${today}::date, class.start_date))
    ) week
    cross join lateral (
      select count(*) as attended, max(class_date) as last from attendance
      where member_id = ${memberId} and class_id = class.id and attended and class_date >= class_member.date_added
        and (class_member.removed_on is null or class_date < class_member.removed_on)
    ) marks
    where class_member.member_id = ${memberId} and class_member.club_id = any(${clubIds})
      and (class_member.removed_on is null or class_member.removed_on > class_member.date_added)`,
)
