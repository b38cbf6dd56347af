import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { rulesOf } from './class-types.ts'
import { get, id, idText, post } from './endpoint.ts'
import { admin, club, klass, location, orNew, staff, treeDiscipline, treeGrade, weekdayGuards } from './guards.ts'
import { classType } from './ids.ts'
import { vatCodeId } from './vat.ts'
import { capacity, everyWeeks, WeeklyTimetable, weekdayDetails, weekErrors, weeklyFields } from './weekly-timetable.ts'
import { written, writtenLines } from './written.ts'

const prospects = z.nullable(
  z
    .int({ error: 'A whole number, or empty' })
    .check(z.gte(0, { error: 'A whole number, or empty' }), z.lte(100_000, { error: 'At most 100,000' })),
)

const age = z.nullable(
  z
    .int({ error: 'A whole number, or empty' })
    .check(z.gte(0, { error: 'At least 0' }), z.lte(120, { error: 'At most 120' })),
)

/** Pounds, in whole pence. */
const cost = z.number({ error: 'Give an amount in pounds' }).check(
  z.gte(0, { error: 'Should not be below £0' }),
  z.lte(100_000, { error: 'At most £100,000' }),
  z.refine(pounds => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, { error: 'At most two decimals' }),
)

/** A week whose days finish after they start; what is wrong stands at the day's own field. */
const Timetable = WeeklyTimetable.check(context => {
  for (const { field, message } of weekErrors(context.value))
    context.issues.push({ code: 'custom', input: context.value[field], path: [field], message })
})

const list = z.array(id).check(z.maxLength(100))

const classFields = {
  className: written(200).check(z.minLength(1, { error: 'Give a name' })),
  classTypeId: z
    .int()
    .check(z.refine(type => Object.values<number>(classType).includes(type), { error: 'Choose a type' })),
  locationId: z.nullable(id),
  startDate: date,
  endDate: z.nullable(date),
  primaryDisciplineId: z.nullable(id),
  capacity,
  propsectLimit: prospects,
  cost,
  /** The VAT rate of the cost; null: that of such classes in the club. */
  vatCodeId: z.nullable(vatCodeId),
  allowDiscount: z.boolean(),
  chargeOnAttendance: z.boolean(),
  webBookable: z.boolean(),
  /** Shown on the public timetable. */
  isPublic: z.boolean(),
  description: writtenLines(5000),
  /** Pounds that a visit costs someone on trial; null: what it costs everyone else. */
  trialPrice: z.nullable(cost),
  everyWeeks,
  /** For whom it is: ages in whole years, and grades of the primary discipline. Null: no limit on that side. */
  minAge: age,
  maxAge: age,
  minGradeId: z.nullable(id),
  maxGradeId: z.nullable(id),
}

interface Checked {
  readonly classTypeId: number
  readonly startDate: string
  readonly endDate: string | null
  readonly capacity: number | null
  readonly propsectLimit: number | null
  readonly cost: number
  readonly chargeOnAttendance: boolean
  readonly minAge?: number | null | undefined
  readonly maxAge?: number | null | undefined
  readonly countsForGrading?: boolean | undefined
  readonly weeklyTimetable?: z.infer<typeof WeeklyTimetable> | undefined
}

/** What is wrong with the fields of a class together, by field. The form and the server ask the same. */
export function classErrors(given: Checked): { field: keyof Checked; message: string }[] {
  const { runs, costs, countsForGrading } = rulesOf(given.classTypeId)
  const found: { field: keyof Checked; message: string }[] = []
  const say = (field: keyof Checked, message: string) => found.push({ field, message })
  if (given.endDate === null && runs === 'dated')
    say('endDate', 'Give the last day; the first day again for one day only.')
  if (given.endDate !== null && given.endDate < given.startDate) say('endDate', 'Should not be before the first day.')
  if (given.propsectLimit !== null && given.capacity !== null && given.propsectLimit > given.capacity)
    say('propsectLimit', 'Should not be more than the capacity.')
  if (given.cost > 0 && costs === null) say('cost', 'This type of class costs nothing by itself: take Chargeable.')
  if (given.chargeOnAttendance && given.cost === 0) say('cost', 'Give the cost that is charged on attendance.')
  if (given.countsForGrading && countsForGrading === 'never')
    say('countsForGrading', 'This type of class never counts towards a grading.')
  if (given.minAge != null && given.maxAge != null && given.maxAge < given.minAge)
    say('maxAge', 'Should not be below the lowest age.')
  const runsOnDays = given.weeklyTimetable && Object.values(given.weeklyTimetable).some(time => time !== null)
  if (runsOnDays && runs === 'slots') say('weeklyTimetable', 'A prebooked class runs in its slots and has no week.')
  return found
}

/** What a person edits of a class. */
export const ClassFields = z
  .object({
    ...classFields,
    /** Nothing written costs nothing. */
    cost: z.pipe(
      z.nullable(cost),
      z.transform(pounds => pounds ?? 0),
    ),
    countsForGrading: z.boolean(),
    disciplineIds: list,
    instructorIds: list,
    weeklyTimetable: Timetable,
    weekdays: weekdayDetails,
    /** From when a changed week holds; null: from today, or from the first day where that is later. */
    timetableFrom: z.nullable(date),
  })
  .check(context => {
    for (const { field, message } of classErrors(context.value))
      context.issues.push({ code: 'custom', input: context.value[field], path: [field], message })
  })

/** Says that who asks knows of the bookings and marks that would be left on days without the class. */
const acknowledged = z._default(z.boolean(), false)

const saved = z.object({ classId: id, version: z.int() })

export const saveClass = post('/api/club/SaveClass/:id', {
  summary:
    'Saves a class (id 0: a new one), with its disciplines, instructors and week where they are given, or nothing at all. ' +
    'Refused 409 under `acknowledged`, naming them, where bookings or marks would lose their day.',
  access: [
    admin(orNew(klass('id'))),
    admin(club('clubId')),
    location('locationId'),
    treeDiscipline('primaryDisciplineId'),
    treeDiscipline('disciplineIds'),
    treeGrade('minGradeId'),
    treeGrade('maxGradeId'),
    staff('instructorIds'),
    ...weekdayGuards,
  ],
  input: {
    clubId: id,
    /** Of the class that was edited; none is needed for a new one. */
    version: z.optional(z.int()),
    ...classFields,
    /** Left out: as it was. */
    vatCodeId: z.optional(classFields.vatCodeId),
    everyWeeks: z.optional(everyWeeks),
    trialPrice: z.optional(classFields.trialPrice),
    minAge: z.optional(age),
    maxAge: z.optional(age),
    minGradeId: z.optional(classFields.minGradeId),
    maxGradeId: z.optional(classFields.maxGradeId),
    /** Left out: as it was; a new class is. */
    isPublic: z.optional(z.boolean()),
    /** Left out: by the type for a new class, else as it was. */
    countsForGrading: z.optional(z.boolean()),
    /** Left out: as they were. The primary one is always among them. */
    disciplineIds: z.optional(list),
    instructorIds: z.optional(list),
    weeklyTimetable: z.optional(Timetable),
    /** Of weekdays that differ from the class; one that is missing is as the class. From the same day as the week. */
    weekdays: z.optional(weekdayDetails),
    timetableFrom: z.optional(z.nullable(date)),
    acknowledged,
  },
  output: saved,
})

export const getClassDisciplines = get('/api/club/GetClassDisciplines/:id', {
  summary: 'The disciplines that a class of the club teaches, the primary one first; none for id 0, a new class.',
  access: [orNew(klass('id')), club('clubId')],
  input: { clubId: idText },
  output: z.array(
    z.object({ disciplineId: id, disciplineName: z.string(), colour: z.string(), isPrimary: z.boolean() }),
  ),
})

export const saveClassDisciplines = post('/api/club/SaveClassDisciplines/:id', {
  summary: 'Which disciplines a class teaches. Without a primary one it is the first of them.',
  access: [admin(klass('id')), treeDiscipline('disciplineIds'), treeDiscipline('primaryDisciplineId')],
  input: { version: z.optional(z.int()), disciplineIds: list, primaryDisciplineId: z.nullable(id) },
  output: saved,
})

export const saveClassTimetable = post('/api/club/SaveClassTimetable/:id', {
  summary:
    'The week of a class from a date on (today unless it is given); what was before keeps its times. ' +
    'Refused 409 under `acknowledged`, naming them, where bookings or marks would lose their day.',
  access: [admin(klass('id')), ...weekdayGuards],
  input: {
    version: z.optional(z.int()),
    ...weeklyFields,
    /** Left out: as they were. */
    weekdays: z.optional(weekdayDetails),
    from: z.optional(z.nullable(date)),
    acknowledged,
  },
  output: saved,
})

export const endClass = post('/api/club/EndClass/:id', {
  summary: 'Gives a class its last day (null takes it away again). Refused 409 under `acknowledged`, as SaveClass.',
  access: admin(klass('id')),
  input: { version: z.optional(z.int()), endDate: z.nullable(date), acknowledged },
  output: saved,
})

export const deleteClass = post('/api/club/DeleteClass/:id', {
  summary:
    'Deletes a class without a history. Refused 409 with marks, bookings, enrolments or results: end it instead.',
  access: admin(klass('id')),
  output: z.object({ classId: id }),
})

export const saveCover = post('/api/club/SaveCover/:id', {
  summary: 'Who teaches a class on one date in place of its instructors; nobody: its own instructors again.',
  access: [klass('id'), staff('instructorIds')],
  input: { classDate: date, instructorIds: z.array(id).check(z.maxLength(20)) },
  output: z.object({ classId: id, classDate: date, instructors: z.array(z.string()), isCover: z.boolean() }),
})

export const getClassChoices = get('/api/club/GetClassChoices/:clubId', {
  summary:
    "What can be chosen for a class of the club: rooms, disciplines, and who works there today. With the club's today.",
  access: club('clubId'),
  output: z.object({
    today: date,
    clubName: z.string(),
    isAdmin: z.boolean(),
    locations: z.array(z.object({ id, name: z.string(), capacity: z.nullable(z.int()) })),
    disciplines: z.array(z.object({ id, name: z.string(), colour: z.string() })),
    /** Of all of these, the lowest first. */
    grades: z.array(z.object({ id, name: z.string(), disciplineId: id })),
    /** id: of the person. Those who are invited teach here once they accept. */
    instructors: z.array(z.object({ id, name: z.string(), isInvited: z.boolean() })),
  }),
})
