import { addDays, instantAt, timeIn, todayIn } from './calendar.ts'
import type { Channel, Purpose } from './reach.ts'

/** Texts and marketing leave from the first of these times and before the second, in the club's time zone. */
export const sendingHours = { from: '08:00', until: '21:00' } as const

export const keepsQuietHours = ({ channel, purpose }: { channel: Channel; purpose: Purpose }): boolean =>
  channel === 'sms' || purpose === 'marketing'

/** @param time HH:mm on the clock of the club */
export const isQuiet = (time: string): boolean => time < sendingHours.from || time >= sendingHours.until

/**
 * When a message that is sent now leaves; null: at once.
 * @param time HH:mm on the clock of the club
 */
export const waitsUntil = (message: { channel: Channel; purpose: Purpose }, time: string): string | null =>
  keepsQuietHours(message) && isQuiet(time) ? sendingHours.from : null

/** The first instant from `now` on at which the clock of a time zone is within `sendingHours`. */
export function sendableFrom(timeZone: string, now: Date): Date {
  const time = timeIn(timeZone, now)
  if (!isQuiet(time)) return now
  const today = todayIn(timeZone, now)
  return instantAt(timeZone, time < sendingHours.from ? today : addDays(today, 1), sendingHours.from)
}
