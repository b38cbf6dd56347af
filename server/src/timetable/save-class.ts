import type * as form from '@honbu/contract/class-form.ts'
import { classErrors } from '@honbu/contract/class-form.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { changeDays, changeOfClass } from './change-days.ts'
import { beginWeekEarlier, changeWeek, endWeekLater } from './change-week.ts'
import { type ClassRow, clubToday, lockClass } from './lock-class.ts'
import { plannedDays } from './planned-days.ts'
import { setDisciplines } from './save-class-disciplines.ts'
import { setInstructors } from './set-instructors.ts'

type Given = Input<typeof form.saveClass>

/** One press of the form: the class, its disciplines, its instructors and its week, or nothing at all. */
export async function saveClass(context: Write, given: Given) {
  const { tx, audit } = context
  const was = given.id === 0 ? null : await lockClass(context, given.id, given.version)
  if (was && was.club_id !== given.clubId) throw refused('clubId', `${was.class_name} belongs to another club.`)
  const [wrong] = classErrors(given)
  if (wrong) throw refused(wrong.field, wrong.message)

  const change = async () => {
    const is = await store(tx, given, was)
    await setWeek(context, given, { was, is })
    return is
  }
  const saved = was ? (await changeDays(context, changeOfClass(was, given.acknowledged), change)).saved : await change()
  await setDisciplines(tx, saved, given)
  if (given.instructorIds) await setInstructors(context, saved, given.instructorIds)

  const { disciplineIds, instructorIds, weeklyTimetable, weekdays, timetableFrom } = given
  const after = { ...saved, disciplineIds, instructorIds, weeklyTimetable, weekdays, timetableFrom }
  audit({ clubId: saved.club_id, subject: 'class', subjectId: saved.id, before: was, after })
  return { classId: saved.id, version: saved.version }
}

async function store(tx: Write['tx'], given: Given, was: ClassRow | null): Promise<ClassRow> {
  const { countsForGrading } = rulesOf(given.classTypeId)
  const counts = given.countsForGrading ?? was?.counts_for_grading ?? countsForGrading
  const row = {
    class_name: given.className,
    class_type_id: given.classTypeId,
    location_id: given.locationId,
    start_date: given.startDate,
    end_date: given.endDate,
    capacity: given.capacity,
    prospect_limit: given.propsectLimit,
    cost_pence: Math.round(given.cost * 100),
    vat_code_id: given.vatCodeId === undefined ? (was?.vat_code_id ?? null) : given.vatCodeId,
    ...(given.trialPrice !== undefined && {
      trial_price_pence: given.trialPrice === null ? null : Math.round(given.trialPrice * 100),
    }),
    allow_discount: given.allowDiscount,
    charge_on_attendance: given.chargeOnAttendance,
    web_bookable: given.webBookable,
    is_public: given.isPublic ?? was?.is_public ?? true,
    counts_for_grading: countsForGrading !== 'never' && counts === true,
    description: given.description,
    every_weeks: given.everyWeeks ?? was?.every_weeks ?? 1,
    ...(await rangeOf(tx, given, was)),
  }
  const { root_club_id } = await tx
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', given.clubId)
    .executeTakeFirstOrThrow()
  const ofClub = { club_id: given.clubId, root_club_id }
  return await refuseOn({ class_location_id_club_id_fkey: ['locationId', 'This room belongs to another club.'] }, () =>
    was
      ? tx
          .updateTable('class')
          .set({ ...row, version: was.version + 1 })
          .where('id', '=', was.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('class')
          .values({ ...ofClub, ...row })
          .returningAll()
          .executeTakeFirstOrThrow(),
  )
}

/** What moves with the first and the last day; then the week that was given, from the day it is to hold. */
async function setWeek(context: Write, given: Given, { was, is }: { was: ClassRow | null; is: ClassRow }) {
  const { tx } = context
  const classId = is.id
  if (was) {
    await beginWeekEarlier(tx, { classId, was: was.start_date, is: is.start_date })
    await endWeekLater(tx, { classId, was: was.end_date, is: is.end_date })
  }
  if (!given.weeklyTimetable && !given.weekdays) return
  const wanted = was ? (given.timetableFrom ?? (await clubToday(context, is.club_id))) : is.start_date
  const from = wanted > is.start_date ? wanted : is.start_date
  const days = await plannedDays(context, is, { from, week: given.weeklyTimetable, weekdays: given.weekdays })
  await changeWeek(tx, { classId, clubId: is.club_id, days, from })
}

/** Ages and grades; left out: as they were. A grade range goes with its discipline. */
async function rangeOf(tx: Write['tx'], given: Given, was: ClassRow | null) {
  const keep = <Value>(value: Value | undefined, before: Value | undefined) =>
    (value === undefined ? before : value) ?? null
  const range = {
    min_age: keep(given.minAge, was?.min_age),
    max_age: keep(given.maxAge, was?.max_age),
    min_grade_id: keep(given.minGradeId, was?.min_grade_id),
    max_grade_id: keep(given.maxGradeId, was?.max_grade_id),
  }
  const ids = [range.min_grade_id, range.max_grade_id].filter(id => id !== null)
  if (ids.length === 0) return range
  const grades = await tx
    .selectFrom('grade')
    .select(['id', 'discipline_id', 'position'])
    .where('id', 'in', ids)
    .execute()
  const isOwn = grades.every(grade => grade.discipline_id === given.primaryDisciplineId)
  // The discipline has changed, and the grades weren't given with it.
  if (!isOwn && given.minGradeId === undefined && given.maxGradeId === undefined)
    return { ...range, min_grade_id: null, max_grade_id: null }
  if (!isOwn) throw refused('minGradeId', 'Choose grades of the primary discipline.')
  const position = (id: number | null) => grades.find(grade => grade.id === id)?.position
  const [lowest, highest] = [position(range.min_grade_id), position(range.max_grade_id)]
  if (lowest !== undefined && highest !== undefined && highest < lowest)
    throw refused('maxGradeId', 'Should not be below the lowest grade.')
  return range
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
