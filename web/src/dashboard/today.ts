import type { getDashboard } from '@honbu/contract/dashboard.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { phaseOf } from '@honbu/contract/time-of-day.ts'

export type Today = Output<typeof getDashboard>

export type TodayClass = Today['classes'][number]

export type TodayClub = NonNullable<Today['clubs']>[number]

export type Phase = ReturnType<typeof phaseOf>

/** What is on, then what comes, then what is over; each by time, and by club where several start at once. */
export function byPhase(classes: readonly TodayClass[], now: string): { phase: Phase; classes: TodayClass[] }[] {
  const ordered = [...classes].sort(
    (a, b) =>
      a.startTime.localeCompare(b.startTime) ||
      a.clubName.localeCompare(b.clubName) ||
      a.className.localeCompare(b.className),
  )
  return (['now', 'later', 'earlier'] as const)
    .map(phase => ({ phase, classes: ordered.filter(each => phaseOf(each, now) === phase) }))
    .filter(group => group.classes.length > 0)
}

/** Who is expected and has no mark yet. Visitors are marked without being expected, so it is never below none. */
export const unmarked = ({ expected, attended, absent }: Pick<TodayClass, 'expected' | 'attended' | 'absent'>) =>
  Math.max(0, expected - attended - absent)

/** How many people a register is about. */
export const registerSize = (entry: Pick<TodayClass, 'expected' | 'attended' | 'absent'>) =>
  Math.max(entry.expected, entry.attended + entry.absent)

/** What the classes of today come to. */
export interface TodaySum {
  readonly classes: number
  readonly attended: number
  readonly expected: number
  /** Classes that are over and have somebody without a mark. */
  readonly openRegisters: number
  readonly onNow: number
  /** When the next one begins: 'HH:mm'. */
  readonly nextAt: string | null
}

/** Added up from the classes at the time `now`, or from the clubs where those are told instead. */
export function sumOfToday({ classes, clubs }: Pick<Today, 'classes' | 'clubs'>, now: string): TodaySum {
  const parts: readonly TodaySum[] = clubs ?? classes.map(each => ofClass(each, now))
  const sum = (name: 'classes' | 'attended' | 'expected' | 'openRegisters' | 'onNow') =>
    parts.reduce((total, each) => total + each[name], 0)
  return {
    classes: sum('classes'),
    attended: sum('attended'),
    expected: sum('expected'),
    openRegisters: sum('openRegisters'),
    onNow: sum('onNow'),
    nextAt: parts.flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt])).sort()[0] ?? null,
  }
}

function ofClass(entry: TodayClass, now: string): TodaySum {
  const phase = phaseOf(entry, now)
  return {
    classes: 1,
    attended: entry.attended,
    expected: entry.expected,
    openRegisters: phase === 'earlier' && unmarked(entry) > 0 ? 1 : 0,
    onNow: phase === 'now' ? 1 : 0,
    nextAt: phase === 'later' ? entry.startTime : null,
  }
}

/** How far the day is, in words. */
export function courseOf({ classes, onNow, nextAt }: Pick<TodaySum, 'classes' | 'onNow' | 'nextAt'>): string {
  if (onNow > 0) return `${onNow} on now`
  if (nextAt !== null) return `next at ${nextAt}`
  return classes > 0 ? 'all over' : 'nothing on'
}

/** Those first that have registers to complete, then those where something is on; by name as they come. */
export const clubsInOrder = (clubs: readonly TodayClub[]): TodayClub[] =>
  clubs.toSorted((a, b) => b.openRegisters - a.openRegisters || Number(b.onNow > 0) - Number(a.onNow > 0))
