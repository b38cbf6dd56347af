import { addDays, addMonths, instantAt, todayIn, weekday } from '@honbu/contract/calendar.ts'

/** When something is sent: each day, a day of the week, or of the month. */
export interface Rhythm {
  readonly every: 'day' | 'week' | 'month'
  readonly weekday: number | null
  readonly dayOfMonth: number | null
  readonly hour: number
  readonly timeZone: string
}

export interface Due {
  /** By the clock of its zone. */
  readonly on: string
  readonly at: Date
}

/** The last time that it was due, now at the latest. What lies before is not made up for: the newest report says it. */
export const lastDue = (rhythm: Rhythm, now: Date): Due => seek(rhythm, now, -1, at => at <= now)

/** The next time that it is due. */
export const nextDue = (rhythm: Rhythm, now: Date): Due => seek(rhythm, now, 1, at => at > now)

function seek(rhythm: Rhythm, now: Date, step: 1 | -1, isIt: (at: Date) => boolean): Due {
  const { timeZone, hour } = rhythm
  let on = todayIn(timeZone, now)
  // Every month has a day of each kind.
  for (let count = 0; count < 64; count += 1) {
    const at = instantAt(timeZone, on, `${String(hour).padStart(2, '0')}:00`)
    if (isOn(rhythm, on) && isIt(at)) return { on, at }
    on = addDays(on, step)
  }
  throw new RangeError('A rhythm without a day.')
}

function isOn({ every, weekday: wanted, dayOfMonth }: Rhythm, day: string): boolean {
  if (every === 'day') return true
  if (every === 'week') return weekday(day) === wanted
  return day === addMonths(`${day.slice(0, 8)}01`, 0, dayOfMonth ?? 1)
}
