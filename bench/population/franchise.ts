import { memberStatus } from '@honbu/contract/ids.ts'
import { draw } from './draw.ts'

/** The day of which the rows are made, and the moment at which they are looked at: an evening with classes. */
export const benchDay = '2026-05-12'
export const benchNow = new Date(`${benchDay}T17:30:00Z`)

/** Who has ever been in a club; five in nine are members now. So more members are more clubs, not larger ones. */
const membersEach = 2000
const clubsInRegion = 25
export const classesEach = 50
/** Of attendance, up to the week before the day. */
export const weeks = 56
/** Of charges and payments. */
export const months = 6

/** One tree of clubs: the head office is 1, then the regions, then the clubs, each in a region. */
export interface Franchise {
  readonly members: number
  readonly clubs: number
  readonly regions: number
  readonly firstClub: number
}

export function franchiseOf(members: number): Franchise {
  const clubs = Math.max(5, Math.ceil(members / membersEach))
  const regions = Math.ceil(clubs / clubsInRegion)
  return { members, clubs, regions, firstClub: regions + 2 }
}

export const clubIdsOf = ({ clubs, firstClub }: Franchise) => Array.from({ length: clubs }, (_, n) => firstClub + n)

export const regionOf = (franchise: Franchise, clubId: number) =>
  2 + Math.floor((clubId - franchise.firstClub) / clubsInRegion)

/** Members of all clubs come one after the other, as in life: those of a club are spread over the tables. */
const clubOf = (franchise: Franchise, memberId: number) => franchise.firstClub + (memberId % franchise.clubs)

export const classIdOf = (clubId: number, number: number) => clubId * 100 + 1 + number

/** The weekday of a class, 1 (Monday) to 6. */
export const weekdayOf = (number: number) => 1 + (number % 6)

/** What a membership is; days are counted from the day, those before it are negative. */
export interface Membership {
  readonly memberId: number
  readonly clubId: number
  readonly status: number
  /** Whether he has ever trained as a member. */
  readonly isMember: boolean
  /** On which day he came to be known, and joined. */
  readonly cameOn: number
  readonly joinedOn: number
  /** Null: goes on. */
  readonly leftOn: number | null
  readonly age: number
  /** What he pays a month. */
  readonly pence: number
  /** The day of the month on which he does. */
  readonly payDay: number
  /** The numbers of his classes within the club. */
  readonly classes: readonly number[]
}

const shares = [
  [0.5, memberStatus.active],
  [0.53, memberStatus.issue],
  [0.8, memberStatus.lapsed],
  [0.84, memberStatus.prospect],
  [0.9, memberStatus.enquiry],
  [0.94, memberStatus.notInterested],
  [1, memberStatus.unconverted],
] as const

export function membershipOf(franchise: Franchise, memberId: number): Membership {
  const fate = draw(memberId, 1)
  const status = shares.find(([below]) => fate < below)?.[1] ?? memberStatus.unconverted
  const goesOn = status === memberStatus.active || status === memberStatus.issue
  const isMember = goesOn || status === memberStatus.lapsed
  const joinedOn = isMember
    ? -30 - Math.floor(draw(memberId, 2) ** 1.3 * 2200)
    : 10 - Math.floor(draw(memberId, 2) * 200)
  const leftOn = isMember && !goesOn ? joinedOn + 20 + Math.floor(draw(memberId, 3) * (-joinedOn - 25)) : null
  const first = Math.floor(memberId / franchise.clubs) % classesEach
  const second = (first + 17) % classesEach
  return {
    memberId,
    clubId: clubOf(franchise, memberId),
    status,
    isMember,
    cameOn: joinedOn - 20,
    joinedOn,
    leftOn,
    age: draw(memberId, 4) < 0.6 ? 5 + draw(memberId, 5) * 11 : 16 + draw(memberId, 5) * 50,
    pence: 2500 + 50 * Math.floor(draw(memberId, 6) * 60),
    payDay: 1 + Math.floor(draw(memberId, 7) * 28),
    classes: draw(memberId, 8) < 0.75 ? [first, second] : [first],
  }
}

const dayMs = 86_400_000
const zero = Date.parse(`${benchDay}T00:00:00Z`)
const texts = new Map<number, string>()

/** The day so many days after the day, as 'YYYY-MM-DD'. */
export function dayText(day: number): string {
  const known = texts.get(day)
  if (known) return known
  const text = new Date(zero + day * dayMs).toISOString().slice(0, 10)
  texts.set(day, text)
  return text
}

/** The other way round. */
export const dayOf = (text: string) => (Date.parse(`${text}T00:00:00Z`) - zero) / dayMs

/** The Monday of the week of the day, as a number of days. */
export const thisMonday = 1 - (new Date(zero).getUTCDay() || 7)
