import type { getBookings, getClassAvailabilities } from '@honbu/contract/bookings.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

export type Availability = Output<typeof getClassAvailabilities>
export type Slot = Availability['slots'][number]
export type Bookings = Output<typeof getBookings>

export type SlotState = 'over' | 'closed' | 'full' | 'free' | 'open'

/** How a day stands: over, on a closed day, full, with places, or without a limit. */
export function slotState(slot: Slot): SlotState {
  if (slot.closure !== null) return 'closed'
  if (slot.isOver) return 'over'
  if (slot.available === null) return 'open'
  return slot.available === 0 ? 'full' : 'free'
}

/** 'Full', '3 free', 'Closed', 'Over', 'No limit' */
export function stateInWords(slot: Slot): string {
  const words = { over: 'Over', closed: 'Closed', full: 'Full', free: `${slot.available} free`, open: 'No limit' }
  return words[slotState(slot)]
}

/** '7 of 10', or '7' without a limit: places that are booked, or taken by whoever is enrolled, offers left out. */
export const takenOf = ({ capacity, taken, offered }: Slot) =>
  capacity === null ? String(taken - offered) : `${taken - offered} of ${capacity}`

/** Where somebody stands who looks at a month: the first day that is not over, else the last. */
export const slotToShow = (slots: readonly Slot[]): Slot | undefined => slots.find(slot => !slot.isOver) ?? slots.at(-1)
