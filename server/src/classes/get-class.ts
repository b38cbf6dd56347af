import { todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { weeklyTimetable } from './weekly-timetable.ts'

export async function getClass({ db, now }: Read, { id }: Input<typeof call.getClass>) {
  const klass = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .innerJoin('lookup', 'lookup.id', 'class.class_type_id')
    .leftJoin('location', 'location.id', 'class.location_id')
    .selectAll('class')
    .select(['club.code as club_code', 'club.name as club_name', 'club.time_zone', 'lookup.name as class_type'])
    .select('location.name as location')
    .where('class.id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(klass.time_zone, now)
  const week = await db
    .selectFrom('class_timetable')
    .select(['weekday', sql<string>`to_char(start_time, 'HH24:MI')`.as('startTime')])
    .select(sql<string>`to_char(finish_time, 'HH24:MI')`.as('finishTime'))
    .where('class_id', '=', id)
    .where('valid_from', '<=', today)
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>=', today)]))
    .execute()
  const instructors = await db
    .selectFrom('class_instructor')
    .innerJoin('person', 'person.id', 'class_instructor.person_id')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('class_id', '=', id)
    .orderBy('last_name')
    .orderBy('person.id')
    .execute()

  return {
    classId: klass.id,
    version: klass.version,
    className: klass.class_name,
    clubId: klass.club_id,
    clubCode: klass.club_code,
    clubName: klass.club_name,
    description: klass.description,
    locationId: klass.location_id,
    location: klass.location ?? '',
    classTypeId: klass.class_type_id,
    classType: klass.class_type,
    startDate: klass.start_date,
    endDate: klass.end_date,
    primaryDisciplineId: klass.primary_discipline_id,
    instructors: instructors.map(({ name }) => name),
    capacity: klass.capacity,
    propsectLimit: klass.prospect_limit,
    cost: pounds(klass.cost_pence),
    allowDiscount: klass.allow_discount,
    chargeOnAttendance: klass.charge_on_attendance,
    webBookable: klass.web_bookable,
    weeklyTimetable: weeklyTimetable(week),
  }
}
