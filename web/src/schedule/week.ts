import { addDays } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import type { getClubSchedule } from '@honbu/contract/schedule.ts'

export type Week = Output<typeof getClubSchedule>
export type Occurrence = Week['occurrences'][number]

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

/** The days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** What happens on a day, by time, room and name. */
export const ofDay = (occurrences: readonly Occurrence[], date: string) =>
  occurrences.filter(each => each.classDate === date).sort(byTime)

/** A day with more classes than this has to be drawn close together. */
const most = 12

/** Whether a day has so many classes that each gets only a few lines. */
export function isBusy(occurrences: readonly Occurrence[]): boolean {
  const byDay = Map.groupBy(occurrences, each => each.classDate)
  return [...byDay.values()].some(ofDay => ofDay.length > most)
}

export interface Column {
  /** Null: classes without a room. */
  readonly id: number | null
  readonly room: string
  readonly occurrences: readonly Occurrence[]
}

/** The rooms by name, each with its classes by time; classes without a room last. */
export function roomsOf(occurrences: readonly Occurrence[], rooms: readonly { id: number; name: string }[]): Column[] {
  const names = new Map(rooms.map(({ id, name }) => [id, name]))
  for (const { locationId, location } of occurrences) if (locationId !== null) names.set(locationId, location)
  const sorted = [...occurrences].sort(byTime)
  const inRoom = (id: number | null) => sorted.filter(each => each.locationId === id)
  const columns: Column[] = [...names]
    .map(([id, room]) => ({ id, room, occurrences: inRoom(id) }))
    .sort((a, b) => a.room.localeCompare(b.room))
  const without = inRoom(null)
  return without.length > 0 ? [...columns, { id: null, room: 'No room', occurrences: without }] : columns
}
