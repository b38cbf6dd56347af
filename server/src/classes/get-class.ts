import { todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { VatCode } from '@honbu/contract/vat.ts'
import { type Kysely, sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { nextDateSql } from './next-date-sql.ts'
import { occurrenceSql } from './occurrence-sql.ts'
import { daysOn, plannedWeek, shownWeek } from './week-on.ts'

export const getClass = ({ db, now }: Read, { id }: Input<typeof call.getClass>) => readClass(db, id, now)

/** A class as forms and views show it; also what a form is told that would save over a newer one. */
export async function readClass(db: Kysely<Tables>, id: number, now: Date) {
  const klass = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .innerJoin('lookup', 'lookup.id', 'class.class_type_id')
    .leftJoin('location', 'location.id', 'class.location_id')
    .selectAll('class')
    .select(['club.code as club_code', 'club.name as club_name', 'club.time_zone', 'lookup.name as class_type'])
    .select('location.name as location')
    .select(disciplineIds.as('discipline_ids'))
    .select(isPeopled.as('is_peopled'))
    .where('class.id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(klass.time_zone, now)
  const day = within(klass.start_date, today, klass.end_date)
  const next = await nextSession(db, id, today)
  const week = shownWeek(await daysOn(db, id, day))
  const planned = await plannedWeek(db, id, day)
  const instructors = await db
    .selectFrom('class_instructor')
    .innerJoin('person', 'person.id', 'class_instructor.person_id')
    .select(['person.id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
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
    selectedDate: next?.selectedDate ?? null,
    startTime: next?.startTime ?? null,
    finishTime: next?.finishTime ?? null,
    reservations: next?.reservations ?? 0,
    primaryDisciplineId: klass.primary_discipline_id,
    disciplineIds: klass.discipline_ids,
    instructors: instructors.map(({ name }) => name),
    instructorIds: instructors.map(({ id: personId }) => personId),
    capacity: klass.capacity,
    propsectLimit: klass.prospect_limit,
    cost: pounds(klass.cost_pence),
    trialPrice: klass.trial_price_pence === null ? null : pounds(klass.trial_price_pence),
    vatCodeId: klass.vat_code_id as VatCode | null,
    allowDiscount: klass.allow_discount,
    chargeOnAttendance: klass.charge_on_attendance,
    webBookable: klass.web_bookable,
    isPublic: klass.is_public,
    everyWeeks: klass.every_weeks,
    countsForGrading: klass.counts_for_grading,
    ...{ minAge: klass.min_age, maxAge: klass.max_age, minGradeId: klass.min_grade_id, maxGradeId: klass.max_grade_id },
    ...week,
    plannedTimetable: planned && planned.from <= (klass.end_date ?? planned.from) ? planned : null,
    today,
    hasHistory: klass.start_date < today || klass.is_peopled,
  }
}

interface NextSession {
  selectedDate: string
  startTime: string
  finishTime: string
  reservations: number
}

/** The next day on which a class runs, with its first times of that day. */
async function nextSession(db: Kysely<Tables>, id: number, today: string): Promise<NextSession | undefined> {
  const { rows: dates } = await sql<{ date: string | null }>`
    select ${nextDateSql(sql`${today}::date`)} as date from class where class.id = ${id}`.execute(db)
  const date = dates[0]?.date
  if (!date) return undefined
  const { rows } = await sql<NextSession>`
    select session.class_date as "selectedDate", to_char(session.start_time, 'HH24:MI') as "startTime",
      to_char(session.finish_time, 'HH24:MI') as "finishTime",
      (select count(*)::integer from booking where class_id = ${id} and booking_date = ${date} and cancelled_at is null)
        as reservations
    from ${occurrenceSql(sql`class.id = ${id}`, date, date)} session order by session.start_time limit 1`.execute(db)
  return rows[0]
}

/** The day itself, or the end of the span that it lies beyond. */
function within(first: string, day: string, last: string | null): string {
  if (last !== null && day > last) return last
  return day < first ? first : day
}

const disciplineIds = sql<number[]>`array(
  select discipline.id from discipline
  where discipline.id = class.primary_discipline_id or exists (
    select from class_discipline where class_discipline.class_id = class.id and discipline_id = discipline.id)
  order by discipline.id <> coalesce(class.primary_discipline_id, 0), discipline.name, discipline.id
)`

const isPeopled = sql<boolean>`(
  exists (select from attendance where attendance.class_id = class.id)
  or exists (select from booking where booking.class_id = class.id)
  or exists (select from class_member where class_member.class_id = class.id)
  or exists (select from grading_result where grading_result.class_id = class.id)
)`
