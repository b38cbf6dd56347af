import { minutesOf } from '@honbu/contract/session-times.ts'
import type { Occurrence } from './week.ts'

/** A class drawn shorter than this could not be read. */
const shortest = 30

/** Minutes between two lines of the axis, and so between the slots in which a class can begin. */
export const slotLength = 30

/** Where a class is drawn in the column of its room. */
export interface Placed {
  readonly occurrence: Occurrence
  /** Minutes since midnight. */
  readonly from: number
  readonly length: number
  /** Classes that overlap are side by side: which place, and of how many. */
  readonly lane: number
  readonly lanes: number
}

/** The whole hours, in minutes since midnight, that the axis shows. */
export function axisOf(occurrences: readonly Occurrence[]): { from: number; to: number } {
  const drawn = occurrences.map(drawnAt)
  return {
    from: Math.floor(Math.min(...drawn.map(({ from }) => from)) / 60) * 60,
    to: Math.ceil(Math.max(...drawn.map(({ to }) => to)) / 60) * 60,
  }
}

/** Classes of one room, by time. Those that overlap, directly or through others, share the width. */
export function placed(occurrences: readonly Occurrence[]): Placed[] {
  const groups: { end: number; lanes: number[]; members: Omit<Placed, 'lanes'>[] }[] = []
  const drawn = occurrences.map(occurrence => ({ occurrence, ...drawnAt(occurrence) })).sort((a, b) => a.from - b.from)
  for (const { occurrence, from, to } of drawn) {
    let group = groups.at(-1)
    if (!group || group.end <= from) {
      group = { end: to, lanes: [], members: [] }
      groups.push(group)
    }
    const free = group.lanes.findIndex(end => end <= from)
    const lane = free === -1 ? group.lanes.length : free
    group.lanes[lane] = to
    group.end = Math.max(group.end, to)
    group.members.push({ occurrence, from, length: to - from, lane })
  }
  return groups.flatMap(({ lanes, members }) => members.map(each => ({ ...each, lanes: lanes.length })))
}

/** The slots of a room in which nothing is on, in minutes since midnight. */
export function freeSlots(axis: { from: number; to: number }, occurrences: readonly Occurrence[]): number[] {
  const drawn = occurrences.map(drawnAt)
  const slots = Array.from({ length: (axis.to - axis.from) / slotLength }, (_, index) => axis.from + index * slotLength)
  return slots.filter(slot => !drawn.some(({ from, to }) => from < slot + slotLength && slot < to))
}

/** A class that runs past midnight is drawn up to it. */
function drawnAt(occurrence: Occurrence) {
  const { from: start, to } = minutesOf(occurrence)
  const from = Math.min(start, dayLength - shortest)
  return { from, to: Math.max(Math.min(to, dayLength), from + shortest) }
}

const dayLength = 24 * 60
