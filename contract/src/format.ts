import { isDate, timeIn, todayIn } from './calendar.ts'

/**
 * How money, dates and times are written (specification, section 9): en-GB, whatever the browser's own language is.
 * Amounts are pounds (or the currency's own unit), not pence. Dates are 'YYYY-MM-DD'; anything else is a RangeError.
 */

/** £1,234.50, -£5.00, US$3.00 */
export const currency = (amount: number, code = 'GBP') => money(code, 'standard').format(amount)

/** £1,234.50, (£5.00), (US$3.00) */
export const accounting = (amount: number, code = 'GBP') => money(code, 'accounting').format(amount)

/** 1,234; -5 */
export const wholeNumber = (count: number) => wholeFormat.format(count)

/** '1 member', '1,234 members'; with its own plural, '2 classes'. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`

const wholeFormat = new Intl.NumberFormat('en-GB')

/** dd/MM/y: 05/11/2026 */
export const shortDate = (date: string) => dates('short').format(midnight(date))

/** d MMM y: 5 Nov 2026. September is 'Sept' in en-GB. */
export const mediumDate = (date: string) => dates('medium').format(midnight(date))

/** d MMMM y: 5 November 2026 */
export const longDate = (date: string) => dates('long').format(midnight(date))

/** d MMM y, HH:mm of an instant, as the clock in a time zone shows it: 5 Nov 2026, 19:00 */
export const dateTime = (instant: Date, timeZone: string) =>
  `${mediumDate(todayIn(timeZone, instant))}, ${timeIn(timeZone, instant)}`

/** The formatters run in UTC on UTC midnight, so the machine's zone cannot move the day. */
function midnight(date: string): Date {
  if (!isDate(date)) throw new RangeError(`Not a calendar date: ${date}`)
  return new Date(`${date}T00:00:00Z`)
}

// Made when they are first wanted: each takes a browser a millisecond or two, and this is read with every first load.
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dates(dateStyle: 'short' | 'medium' | 'long'): Intl.DateTimeFormat {
  let format = dateFormats.get(dateStyle)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { dateStyle, timeZone: 'UTC' })
    dateFormats.set(dateStyle, format)
  }
  return format
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

function money(code: string, currencySign: 'standard' | 'accounting'): Intl.NumberFormat {
  const key = code + currencySign
  let format = moneyFormats.get(key)
  if (!format) {
    // 'negative': an amount that rounds to nothing is £0.00, neither -£0.00 nor (£0.00).
    format = new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency: code,
      currencySign,
      signDisplay: 'negative',
    })
    moneyFormats.set(key, format)
  }
  return format
}
