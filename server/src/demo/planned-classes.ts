import { addDays, addMonths, weekday } from '@honbu/contract/calendar.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import { type DemoClub, hall, sportsHall, studio } from './clubs.ts'
import { disciplineNamed } from './disciplines.ts'
import { moved, roomOf, type Session, type WeeklyClass, weekOf } from './programme.ts'
import type { Row } from './rows.ts'

const gradingEveryDays = 13 * 7
const trialPlaces = 6
const monthsSinceChangedTimes = 6

/** One date of a class. */
export interface Occurrence {
  readonly date: string
  readonly start: string
  readonly finish: string
}

export interface ClassDetails extends Partial<Row<'class'>> {
  readonly class_name: string
  readonly class_type_id: number
  readonly location_id: number
  readonly primary_discipline_id: number
  readonly start_date: string
  readonly capacity: number
}

export interface Slot extends Session {
  readonly from: string
  readonly until: string | null
}

/** A class before it has an id. */
export interface PlannedClass {
  readonly details: ClassDetails
  readonly slots: readonly Slot[]
  /** Who is enrolled by age, discipline and plan; null for what is booked or for everyone. */
  readonly weekly: WeeklyClass | null
  /** The dates of a prebooked class, which has no weekly slots; else null. */
  readonly dated: readonly Occurrence[] | null
}

/** The programme of a club: the weekly classes, and what happens now and then. */
export function plannedClasses(club: DemoClub, clock: Clock, closures: ReadonlySet<string>): PlannedClass[] {
  const planned = weekOf(club).map(plan => weekly(club, plan, clock))
  if (club.rootId === 1 && club.id !== 1) planned.push(course(club, clock))
  if (club.id !== 1) planned.push(trialLessons(club, clock, closures))
  for (const date of gradingDates(club, clock, closures)) planned.push(grading(club, date))
  if (club.id === 2 && !closures.has(clock.today)) planned.push(catchUpGrading(club, clock.today))
  if (club.id !== 1) return planned
  for (const days of [-49, 40]) planned.push(seminar(club, sundayFrom(addDays(clock.today, days), closures)))
  planned.push(workshop(club, sundayFrom(addDays(clock.today, 19), closures)))
  planned.push(competition(club, sundayFrom(addDays(clock.today, 61), closures)))
  return planned
}

function weekly(club: DemoClub, plan: WeeklyClass, clock: Clock): PlannedClass {
  const opened = club.opened
  const changed = addMonths(clock.today, -monthsSinceChangedTimes)
  const slots = plan.sessions.flatMap((session): Slot[] => {
    // One class moved half a year ago: history keeps the old times, and the day that was dropped.
    if (club.id !== 2 || plan.name !== 'Teens and Adults') return [{ ...session, from: opened, until: null }]
    const before = {
      ...session,
      weekday: session.weekday === 3 ? 4 : session.weekday,
      start: moved(session.start, 20),
      finish: moved(session.finish, 20),
    }
    return [
      { ...before, from: opened, until: addDays(changed, -1) },
      { ...session, from: changed, until: null },
    ]
  })
  const isPaid = plan.pencePerVisit !== undefined
  const details: ClassDetails = {
    class_name: plan.name,
    class_type_id: isPaid ? classType.chargeable : classType.class,
    location_id: roomOf(club, plan),
    primary_discipline_id: disciplineNamed(plan.discipline).id,
    start_date: opened,
    capacity: plan.inStudio ? 18 : 30,
    prospect_limit: isPaid ? null : 4,
    cost_pence: plan.pencePerVisit ?? 0,
    charge_on_attendance: isPaid,
    web_bookable: !isPaid,
    description: isPaid ? 'Free sparring. Pay on the night.' : '',
  }
  return { details, slots, weekly: plan, dated: null }
}

/** Six Wednesdays, of which three are over. */
function course(club: DemoClub, clock: Clock): PlannedClass {
  const start = addDays(addDays(clock.today, -21), (10 - weekday(clock.today)) % 7)
  const slots = [{ weekday: 3, start: '20:15', finish: '21:15', from: start, until: addDays(start, 35) }]
  const details = {
    class_name: 'Self-Defence Course',
    class_type_id: classType.course,
    location_id: hall(club),
    primary_discipline_id: disciplineNamed('Karate').id,
    start_date: start,
    end_date: addDays(start, 35),
    capacity: 16,
    cost_pence: 4500,
    web_bookable: true,
    counts_for_grading: false,
    description: 'Six evenings for beginners from 16.',
  }
  return { details, slots, weekly: null, dated: null }
}

/** A prebooked class has no week, only dated slots: Mondays, Wednesdays and Saturdays, and today. */
function trialLessons(club: DemoClub, clock: Clock, closures: ReadonlySet<string>): PlannedClass {
  const from = addDays(clock.today, -56)
  const until = addDays(clock.today, 14)
  const dated = clock.days
    .filter(({ date }) => date >= from && date <= until && !closures.has(date))
    .filter(({ date, weekday: day }) => date === clock.today || [1, 3, 6].includes(day))
    .map(({ date }) => ({ date, start: '17:00', finish: '17:30' }))
  const details = {
    class_name: 'Trial Lesson',
    class_type_id: classType.prebooked,
    location_id: studio(club),
    primary_discipline_id: disciplineNamed(club.rootId === 1 ? 'Karate' : 'Judo').id,
    start_date: addMonths(clock.today, -12),
    capacity: trialPlaces,
    web_bookable: true,
    counts_for_grading: false,
    description: 'A first lesson in a small group.',
  }
  return { details, slots: [], weekly: null, dated }
}

function grading(club: DemoClub, date: string): PlannedClass {
  const details = {
    class_name: 'Grading',
    class_type_id: classType.grading,
    location_id: hall(club),
    primary_discipline_id: disciplineNamed(club.rootId === 1 ? 'Karate' : 'Judo').id,
    start_date: date,
    end_date: date,
    capacity: 60,
    cost_pence: 2500,
    counts_for_grading: false,
  }
  return {
    details,
    slots: [{ weekday: 7, start: '13:00', finish: '16:00', from: date, until: date }],
    weekly: null,
    dated: null,
  }
}

/** Tonight, for those who could not come on the day: there is always a grading whose results can be entered. */
function catchUpGrading(club: DemoClub, today: string): PlannedClass {
  const { details, ...rest } = grading(club, today)
  const evening = { weekday: weekday(today), start: '20:30', finish: '21:45', from: today, until: today }
  return {
    ...rest,
    details: { ...details, class_name: 'Catch-up Grading', location_id: studio(club), capacity: 20 },
    slots: [evening],
  }
}

function seminar(club: DemoClub, date: string): PlannedClass {
  const details = {
    class_name: 'Kata Seminar',
    class_type_id: classType.seminar,
    location_id: sportsHall(club),
    primary_discipline_id: disciplineNamed('Karate').id,
    start_date: date,
    end_date: date,
    capacity: 90,
    cost_pence: 3500,
    web_bookable: true,
    counts_for_grading: false,
    description: 'With a visiting teacher. All clubs, from red tag.',
  }
  return {
    details,
    slots: [{ weekday: 7, start: '10:30', finish: '13:00', from: date, until: date }],
    weekly: null,
    dated: null,
  }
}

function workshop(club: DemoClub, date: string): PlannedClass {
  const details = {
    class_name: 'Weapons Workshop',
    class_type_id: classType.workshop,
    location_id: hall(club),
    primary_discipline_id: disciplineNamed('Karate').id,
    start_date: date,
    end_date: date,
    capacity: 24,
    cost_pence: 1500,
    allow_discount: true,
    web_bookable: true,
    description: 'Staff and sword for beginners. All of it is lent.',
  }
  return {
    details,
    slots: [{ weekday: 7, start: '14:00', finish: '16:30', from: date, until: date }],
    weekly: null,
    dated: null,
  }
}

function competition(club: DemoClub, date: string): PlannedClass {
  const details = {
    class_name: 'Friendly Tournament',
    class_type_id: classType.competition,
    location_id: sportsHall(club),
    primary_discipline_id: disciplineNamed('Karate').id,
    start_date: date,
    end_date: date,
    capacity: 120,
    cost_pence: 1000,
    web_bookable: true,
    counts_for_grading: false,
    description: 'Kata and sparring by age and belt. Spectators are welcome.',
  }
  return {
    details,
    slots: [{ weekday: 7, start: '09:00', finish: '17:00', from: date, until: date }],
    weekly: null,
    dated: null,
  }
}

/** A grading about every three months: seven within the history, and the next one in two to five weeks. */
function gradingDates(club: DemoClub, clock: Clock, closures: ReadonlySet<string>): string[] {
  const next = addDays(clock.today, 14 + (club.id % 4) * 6)
  const dates = Array.from({ length: 40 }, (_, index) => sundayFrom(addDays(next, -gradingEveryDays * index), closures))
  return dates.filter(date => date >= clock.historyFrom && date >= addMonths(club.opened, 3)).reverse()
}

function sundayFrom(date: string, closures: ReadonlySet<string>): string {
  const sunday = addDays(date, 7 - weekday(date))
  return closures.has(sunday) ? sundayFrom(addDays(sunday, 1), closures) : sunday
}
