import { classType } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import { type Occurrence, type PlannedClass, plannedClasses } from './planned-classes.ts'
import type { WeeklyClass } from './programme.ts'
import { type Random, randomFor } from './random.ts'
import type { DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'

export interface DemoClass {
  readonly id: number
  readonly club: DemoClub
  readonly name: string
  readonly typeId: number
  /** Who is enrolled by age, discipline and plan; null for what is booked or for everyone. */
  readonly weekly: WeeklyClass | null
  readonly disciplineId: number
  readonly startDate: string
  readonly countsForGrading: boolean
  readonly capacity: number
  readonly instructors: readonly { readonly personId: number; readonly accountId: number }[]
  /** From the start of the history to a year ahead, in order, closures left out. */
  readonly occurrences: readonly Occurrence[]
}

/** The classes of every club, class 1 the first of the head office, with their times, dates and teachers. */
export function addClasses(
  rows: DemoRows,
  clubs: readonly DemoClub[],
  staff: ReadonlyMap<number, Staff>,
  clock: Clock,
  closures: ReadonlySet<string>,
): DemoClass[] {
  const random = randomFor('classes')
  return clubs.flatMap(club =>
    plannedClasses(club, clock, closures).map(planned => {
      const teachers = staff.get(club.id)?.instructors ?? []
      const added = addClass(rows, random, club, planned, teachers)
      addTimes(rows, added, planned)
      const occurrences = planned.dated ?? occurrencesOf(planned, clock, closures)
      addCover(rows, { ...added, occurrences }, teachers, clock)
      return { ...added, occurrences }
    }),
  )
}

const unlessSaid = {
  end_date: null,
  prospect_limit: null,
  cost_pence: 0,
  allow_discount: false,
  charge_on_attendance: false,
  web_bookable: false,
  counts_for_grading: true,
  description: '',
}

function addClass(
  rows: DemoRows,
  random: Random,
  club: DemoClub,
  { details, weekly }: PlannedClass,
  teachers: DemoClass['instructors'],
): Omit<DemoClass, 'occurrences'> {
  const id = rows.class.length + 1
  rows.class.push({ ...unlessSaid, ...details, id, club_id: club.id, root_club_id: club.rootId })
  // A grading of the franchise is for all its disciplines.
  const isForAll = details.class_type_id === classType.grading && club.rootId === 1
  for (const disciplineId of isForAll ? [1, 2, 3] : [details.primary_discipline_id]) {
    rows.class_discipline.push({ class_id: id, root_club_id: club.rootId, discipline_id: disciplineId })
  }
  const instructors = random.shuffled(teachers).slice(0, random.chance(0.3) ? 2 : 1)
  for (const { personId } of instructors) rows.class_instructor.push({ class_id: id, person_id: personId })
  return {
    id,
    club,
    name: details.class_name,
    typeId: details.class_type_id,
    weekly,
    disciplineId: details.primary_discipline_id,
    startDate: details.start_date,
    countsForGrading: details.counts_for_grading ?? true,
    capacity: details.capacity,
    instructors,
  }
}

function addTimes(
  rows: DemoRows,
  { id, club, capacity }: Omit<DemoClass, 'occurrences'>,
  { slots, dated }: PlannedClass,
): void {
  const ofClass = { class_id: id, club_id: club.id }
  for (const { weekday, start, finish, from, until } of slots) {
    rows.class_timetable.push({
      ...ofClass,
      weekday,
      start_time: start,
      finish_time: finish,
      valid_from: from,
      valid_until: until,
    })
  }
  for (const { date, start, finish } of dated ?? []) {
    rows.class_availability.push({ ...ofClass, class_date: date, start_time: start, finish_time: finish, capacity })
  }
}

/** Someone else takes every fourth class once in the days ahead. */
function addCover(rows: DemoRows, klass: DemoClass, teachers: DemoClass['instructors'], clock: Clock): void {
  const day = klass.occurrences.find(({ date }) => date > clock.today)
  const other = teachers.find(({ personId }) => !klass.instructors.some(own => own.personId === personId))
  if (klass.id % 4 !== 1 || !day || !other) return
  rows.class_cover.push({
    class_id: klass.id,
    club_id: klass.club.id,
    class_date: day.date,
    person_id: other.personId,
  })
}

function occurrencesOf({ slots }: PlannedClass, clock: Clock, closures: ReadonlySet<string>): Occurrence[] {
  return clock.days.flatMap(({ date, weekday }) => {
    if (closures.has(date)) return []
    return slots
      .filter(slot => slot.weekday === weekday && slot.from <= date && (slot.until === null || date <= slot.until))
      .map(({ start, finish }) => ({ date, start, finish }))
  })
}
