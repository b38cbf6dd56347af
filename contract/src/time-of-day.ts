export interface Span {
  /** HH:mm */
  readonly startTime: string
  /** HH:mm; 24:00 ends the day, and one that isn't after the start is on the next day. */
  readonly finishTime: string
}

/** HH:mm of a time of day from the wire or the database: '19:00' and '19:00:00' are both 19:00. 24:00 is midnight. */
export function time(timeOfDay: string): string {
  if (!/^\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(timeOfDay)) throw new RangeError(`Not a time of day: ${timeOfDay}`)
  const shown = timeOfDay.slice(0, 5)
  return shown === '24:00' ? 'midnight' : shown
}

/** 19:00–20:30, 22:00–midnight */
export const timeSpan = ({ startTime, finishTime }: Span) => `${time(startTime)}–${finish(finishTime)}`

/** 19:00 to 20:30, 22:00 to midnight: in letters and sentences. */
export const timeSpanInWords = ({ startTime, finishTime }: Span) => `${time(startTime)} to ${finish(finishTime)}`

/** A finish at 00:00 is the same midnight as one at 24:00. */
const finish = (timeOfDay: string) => (timeOfDay.startsWith('00:00') ? 'midnight' : time(timeOfDay))

/** Whether it finishes on the day after it starts. */
export const endsNextDay = ({ startTime, finishTime }: Span) => finishTime <= startTime

/** Where in its course something is that starts today, when the clock shows `now` (HH:mm). */
export function phaseOf(span: Span, now: string): 'now' | 'later' | 'earlier' {
  if (!endsNextDay(span) && span.finishTime <= now) return 'earlier'
  return span.startTime <= now ? 'now' : 'later'
}
