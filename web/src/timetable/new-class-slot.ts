import { isDate, weekday } from '@honbu/contract/calendar.ts'
import { noWeek, type Week, weekOf } from '@honbu/contract/weekly-timetable.ts'
import type { SearchValues } from '../ui/address.ts'

/** Where in a club's week a new class is to be: a day, and if they are known a time (HH:mm) and a room. */
export interface Slot {
  readonly day: string
  readonly start?: string | undefined
  readonly room?: number | null | undefined
}

/** The parameters of the form's address. */
export const slotSearch = ({ day, start, room }: Slot): Record<string, string> => ({
  day,
  ...(start !== undefined && { start }),
  ...(room && { room: String(room) }),
})

/** The slot in an address; undefined where it names no day. */
export function slotIn({ day, start, room }: SearchValues): Slot | undefined {
  if (!isDate(day)) return undefined
  return {
    day,
    start: start && /^([01]\d|2[0-3]):[0-5]\d$/.test(start) ? start : undefined,
    room: room && /^\d{1,15}$/.test(room) ? Number(room) : null,
  }
}

/** The week of a class that runs for an hour in the slot. */
export function weekIn({ day, start }: Slot): Week {
  if (start === undefined) return noWeek
  const hour = Number(start.slice(0, 2)) + 1
  const finishTime = hour >= 24 ? '24:00' : `${String(hour).padStart(2, '0')}${start.slice(2)}`
  return weekOf([{ weekday: weekday(day), startTime: start, finishTime }])
}
