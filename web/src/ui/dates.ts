/**
 * For calendars, which count in `Date`: the wire's 'YYYY-MM-DD' as noon of that day on this machine's clock, and back.
 * Noon exists on every day in every zone; midnight does not where clocks change at midnight.
 */
export function toLocalNoon(date: string): Date {
  const [year, month, day] = date.split('-').map(Number)
  return new Date(year ?? 1970, (month ?? 1) - 1, day ?? 1, 12)
}

export function fromLocal(date: Date): string {
  const pad = (number: number, width: number) => String(number).padStart(width, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}

const print = (options: Intl.DateTimeFormatOptions) => {
  // Made when it is first wanted: of all of these a screen needs two or three.
  let format: Intl.DateTimeFormat | undefined
  return (date: string) => {
    format ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    // Browsers differ in whether a comma follows the weekday.
    return format.format(new Date(`${date}T00:00:00Z`)).replaceAll(',', '')
  }
}

/** Saturday 21 November */
export const dayAndMonth = print({ weekday: 'long', day: 'numeric', month: 'long' })
/** Saturday 21 November 2026 */
export const fullDay = print({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** Sat 21 Nov */
export const shortDay = print({ weekday: 'short', day: 'numeric', month: 'short' })
/** Sat 21 Nov 2026 */
export const shortDayOfYear = print({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
/** Saturday */
export const weekdayLong = print({ weekday: 'long' })
/** Sat */
export const weekdayName = print({ weekday: 'short' })
/** 21 */
export const dayNumber = print({ day: 'numeric' })
/** 21 Nov */
export const dayOfMonth = print({ day: 'numeric', month: 'short' })
/** 21 November */
export const dayAndMonthName = print({ day: 'numeric', month: 'long' })
/** November */
export const monthName = print({ month: 'long' })
/** November 2026 */
export const monthOfYear = print({ month: 'long', year: 'numeric' })
