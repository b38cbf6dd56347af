import { type DemoClub, hall, studio } from './clubs.ts'

/** Who a weekly class is for. */
export interface Audience {
  readonly discipline: 'Karate' | 'Kickboxing' | 'Little Tigers' | 'Judo'
  readonly ages: readonly [least: number, most: number]
  /** Months in the club, from and to. */
  readonly months?: readonly [from: number, to: number]
}

export interface Session {
  readonly weekday: number
  readonly start: string
  readonly finish: string
}

export interface WeeklyClass extends Audience {
  readonly name: string
  readonly sessions: readonly Session[]
  readonly inStudio?: boolean
  /** Costs something each time; nobody is enrolled by a plan. */
  readonly pencePerVisit?: number
  /** Come when you like: who did not come is not marked absent. */
  readonly isDropIn?: boolean
}

const [monday, tuesday, wednesday, thursday, friday, saturday, sunday] = [1, 2, 3, 4, 5, 6, 7] as const
const everyDay = [monday, tuesday, wednesday, thursday, friday, saturday, sunday]

const session = (weekday: number, start: string, finish: string): Session => ({ weekday, start, finish })

const tigers: Audience = { discipline: 'Little Tigers', ages: [4, 6] }
const juniors: Audience = { discipline: 'Karate', ages: [7, 12] }
const adults: Audience = { discipline: 'Karate', ages: [13, 99] }
const kickboxers: Audience = { discipline: 'Kickboxing', ages: [10, 99] }

/** Every club has a class on the evening of every day, so that there is always a register to take. */
const franchiseWeek: readonly WeeklyClass[] = [
  { ...tigers, name: 'Little Tigers', sessions: [session(monday, '16:30', '17:15')], inStudio: true },
  { ...tigers, name: 'Saturday Tigers', sessions: [session(saturday, '09:30', '10:15')], inStudio: true },
  { ...juniors, name: 'Junior Beginners', months: [0, 14], sessions: [session(monday, '17:30', '18:30')] },
  {
    ...juniors,
    name: 'Junior Karate',
    sessions: [session(tuesday, '17:30', '18:30'), session(thursday, '17:30', '18:30')],
  },
  { ...juniors, name: 'Junior Improvers', months: [8, 999], sessions: [session(wednesday, '17:30', '18:30')] },
  { ...juniors, name: 'Junior Advanced', months: [24, 999], sessions: [session(friday, '17:30', '18:45')] },
  { ...juniors, name: 'Saturday Juniors', sessions: [session(saturday, '10:30', '11:30')] },
  {
    ...adults,
    name: 'Teens and Adults',
    sessions: [session(monday, '18:45', '20:00'), session(wednesday, '18:45', '20:00')],
  },
  { ...adults, name: 'Adult Beginners', months: [0, 20], sessions: [session(tuesday, '18:45', '19:45')] },
  { ...kickboxers, name: 'Kickboxing', sessions: [session(thursday, '18:45', '20:00')] },
  { ...kickboxers, name: 'Kickboxing Sparring', sessions: [session(sunday, '18:00', '19:15')] },
  { discipline: 'Karate', ages: [7, 99], name: 'Family Karate', sessions: [session(saturday, '17:30', '18:30')] },
  {
    ...adults,
    ages: [16, 99],
    name: 'Friday Open Mat',
    sessions: [session(friday, '19:30', '20:45')],
    pencePerVisit: 600,
  },
]

const honbuWeek: readonly WeeklyClass[] = [
  // Class 1: open on every evening of the week.
  {
    discipline: 'Karate',
    ages: [7, 99],
    name: 'Honbu Open Class',
    isDropIn: true,
    sessions: everyDay.map(day => session(day, '18:30', '19:45')),
  },
  { ...juniors, name: 'Honbu Juniors', sessions: [session(tuesday, '17:15', '18:15')] },
  { ...tigers, name: 'Honbu Tigers', sessions: [session(thursday, '16:30', '17:15')], inStudio: true },
  { ...kickboxers, name: 'Honbu Kickboxing', sessions: [session(wednesday, '20:00', '21:15')] },
  {
    ...adults,
    ages: [14, 99],
    name: 'Black Belt Class',
    months: [30, 999],
    sessions: [session(thursday, '20:00', '21:15')],
  },
]

const judoWeek: readonly WeeklyClass[] = [
  {
    discipline: 'Judo',
    ages: [4, 8],
    name: 'Tumble Tots Judo',
    sessions: [session(saturday, '09:00', '09:45')],
    inStudio: true,
  },
  { discipline: 'Judo', ages: [6, 11], name: 'Mini Judo', sessions: [session(monday, '17:00', '17:45')] },
  {
    discipline: 'Judo',
    ages: [7, 15],
    name: 'Junior Judo',
    sessions: [session(tuesday, '17:30', '18:30'), session(friday, '17:30', '18:30')],
  },
  { discipline: 'Judo', ages: [9, 15], name: 'Junior Randori', sessions: [session(saturday, '17:00', '18:15')] },
  { discipline: 'Judo', ages: [7, 15], name: 'Thursday Juniors', sessions: [session(thursday, '17:15', '18:15')] },
  {
    discipline: 'Judo',
    ages: [16, 99],
    name: 'Senior Judo',
    sessions: [session(monday, '18:30', '20:00'), session(wednesday, '18:30', '20:00')],
  },
  {
    discipline: 'Judo',
    ages: [14, 99],
    name: 'Beginners’ Judo',
    months: [0, 24],
    sessions: [session(thursday, '18:30', '19:45')],
  },
  { discipline: 'Judo', ages: [14, 99], name: 'Sunday Randori', sessions: [session(sunday, '17:30', '19:00')] },
]

/** The weekly programme of a club, in its own times: each club starts a quarter of an hour or so off the others. */
export function weekOf(club: DemoClub): WeeklyClass[] {
  if (club.id === 1) return [...honbuWeek]
  if (club.rootId !== 1) return [...judoWeek]
  const shift = [0, 0, 15, -10, 10, 5][club.id - 2] ?? 0
  return franchiseWeek.map(plan => ({
    ...plan,
    sessions: plan.sessions.map(({ weekday, start, finish }) =>
      session(weekday, moved(start, shift), moved(finish, shift)),
    ),
  }))
}

export const roomOf = (club: DemoClub, plan: WeeklyClass) => (plan.inStudio ? studio(club) : hall(club))

export function moved(time: string, minutes: number): string {
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}
