import type { getDashboard } from '@honbu/contract/dashboard.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

export type Today = Output<typeof getDashboard>

export type TodayClass = Today['classes'][number]

export type Phase = 'now' | 'later' | 'earlier'

/** Where in its course a class is when the clock shows `now` ('HH:mm'). */
export function phaseOf({ startTime, finishTime }: Pick<TodayClass, 'startTime' | 'finishTime'>, now: string): Phase {
  if (finishTime <= now) return 'earlier'
  return startTime <= now ? 'now' : 'later'
}

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
