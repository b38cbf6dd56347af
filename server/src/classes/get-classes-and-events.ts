import type * as view from '@honbu/contract/class-view.ts'
import { classColumns } from '@honbu/contract/class-view.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import { nextDateSql } from './next-date-sql.ts'
import { neutralColour } from './occurrences-between.ts'

interface ListedClass {
  classId: number
  className: string
  clubId: number
  clubCode: string
  description: string
  classTypeId: number
  classType: string
  disciplineName: string
  colour: string
  timetable: string
  location: string
  capacity: number | null
  enrolled: number
  nextDate: string | null
  startDate: string
  endDate: string | null
  isExpired: boolean
}

/** A club's classes in one query, each with its week in words, its members and its next day. */
export function getClassesAndEvents(
  { db, now }: Read,
  { clubId, IncludeExpired, ...grid }: Input<typeof view.getClassesAndEvents>,
) {
  const listed = sql<ListedClass>`(
    select class.id as "classId", class.class_name as "className", club.id as "clubId",
      club.code as "clubCode", class.class_name || ' [' || club.code || ']' as description, class.class_type_id as "classTypeId",
      lookup.name as "classType", coalesce(discipline.name, '') as "disciplineName",
      coalesce(discipline.colour, ${neutralColour}) as colour, ${timetableText} as timetable,
      coalesce(location.name, '') as location, class.capacity, ${enrolledOn(sql`club.today`)} as enrolled,
      ${nextDateSql(sql`club.today`)} as "nextDate", class.start_date as "startDate", class.end_date as "endDate",
      coalesce(class.end_date < club.today, false) as "isExpired"
    from class
    join (
      select id, code, (${now}::timestamptz at time zone time_zone)::date as today from club where id = ${clubId}
    ) club on club.id = class.club_id
    join lookup on lookup.id = class.class_type_id
    left join location on location.id = class.location_id
    left join discipline on discipline.id = class.primary_discipline_id
    where ${IncludeExpired} or class.end_date is null or class.end_date >= club.today
  )`
  return gridQuery(
    db.selectFrom(listed.as('listed')).selectAll('listed'),
    {
      columns: classColumns,
      expressions: {
        className: 'listed.className',
        classType: 'listed.classType',
        disciplineName: 'listed.disciplineName',
        timetable: 'listed.timetable',
        location: 'listed.location',
        capacity: 'listed.capacity',
        enrolled: 'listed.enrolled',
        nextDate: 'listed.nextDate',
        startDate: 'listed.startDate',
        endDate: 'listed.endDate',
      },
      id: 'listed.classId',
      sort: [{ field: 'className', dir: 'asc' }],
    },
    grid,
  )
}

/** 'Mon, Wed 18:45–20:00; Sat 10:00–11:00': the week in force; of a class that is not on, that of its nearer end. */
const timetableText = sql<string>`coalesce((
  select string_agg(days || ' ' || times, '; ' order by first_day, times)
    || case when class.every_weeks > 1 then ', every ' || class.every_weeks || ' weeks' else '' end
  from (
    select string_agg((array['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])[weekday], ', ' order by weekday) as days,
      to_char(start_time, 'HH24:MI') || '–' || replace(to_char(finish_time, 'HH24:MI'), '24:00', 'midnight') as times, min(weekday) as first_day
    from class_timetable week
    where week.class_id = class.id
      and daterange(week.valid_from, week.valid_until, '[]')
        @> greatest(class.start_date, least(club.today, coalesce(class.end_date, club.today)))
    group by start_time, finish_time
  ) grouped
), '')`

const enrolledOn = (today: ReturnType<typeof sql>) => sql<number>`(
  select count(*) from class_member
  where class_member.class_id = class.id and date_added <= ${today} and (removed_on is null or removed_on > ${today})
)`
