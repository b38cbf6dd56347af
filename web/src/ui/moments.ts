import { timeIn } from '@honbu/contract/calendar.ts'
import { dateTime } from '@honbu/contract/format.ts'

/** The zone of the clock beside whoever looks. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant of the wire by the clock of whoever looks: 5 Nov 2026, 19:00 */
export const moment = (instant: string) => dateTime(new Date(instant), zone)

/** HH:mm of an instant of the wire by the clock of whoever looks: 19:00 */
export const clockTime = (instant: string) => timeIn(zone, new Date(instant))
