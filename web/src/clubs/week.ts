import { addDays } from '@honbu/contract/calendar.ts'
import type { getClubSchedule } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'

export type Occurrence = Output<typeof getClubSchedule>['occurrences'][number]

/** The seven days from a Monday. */
export const daysFrom = (monday: string) => [0, 1, 2, 3, 4, 5, 6].map(days => addDays(monday, days))

/** The hours in which something begins, 'HH', in order: the rows of the week. Hours without a class take no room. */
export const hoursOf = (occurrences: readonly Occurrence[]) =>
  [...new Set(occurrences.map(each => each.startTime.slice(0, 2)))].sort()

/** What begins on a day in an hour, by time, room and name. */
export const inCell = (occurrences: readonly Occurrence[], date: string, hour: string) =>
  occurrences.filter(each => each.classDate === date && each.startTime.startsWith(hour)).sort(byTime)

const byTime = (a: Occurrence, b: Occurrence) =>
  a.startTime.localeCompare(b.startTime) ||
  a.finishTime.localeCompare(b.finishTime) ||
  a.location.localeCompare(b.location) ||
  a.className.localeCompare(b.className)

/** '16 – 22 Nov 2026', '30 Nov – 6 Dec 2026', '28 Dec 2026 – 3 Jan 2027' */
export function weekTitle(monday: string): string {
  const sunday = addDays(monday, 6)
  const from = mediumDate(monday).split(' ')
  const to = mediumDate(sunday).split(' ')
  const same = [2, 1].find(length => from.slice(-length).join() === to.slice(-length).join()) ?? 0
  return `${from.slice(0, from.length - same).join(' ')} – ${to.join(' ')}`
}
