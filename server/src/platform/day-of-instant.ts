import { isDate, todayIn } from '@honbu/contract/calendar.ts'

const instant = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})$/

export const isInstant = (value: unknown): value is string => typeof value === 'string' && instant.test(value)

/**
 * The day of an instant in a club's time zone (decision 89). Exact midnight UTC is that day in every zone: it's how a
 * client sends a date that it has shifted by its offset. Text that is no instant of the calendar is returned as it is.
 */
export function dayOfInstant(text: string, timeZone: string): string {
  const [, day = '', time = '', offset = ''] = instant.exec(text) ?? []
  const moment = new Date(text)
  if (!isDate(day) || Number.isNaN(moment.getTime())) return text
  if (/^[Z0:+-]+$/.test(offset) && /^[0:.]+$/.test(time)) return day
  // A day more or less than the calendar has is refused as any other text.
  return day > '0001-01-02' && day < '9999-12-30' ? todayIn(timeZone, moment) : text
}
