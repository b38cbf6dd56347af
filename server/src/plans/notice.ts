import { addDays, timeIn, todayIn, weekday } from '@honbu/contract/calendar.ts'
import { bankHolidays } from '../platform/bank-holidays.ts'

/** Working days that the provider needs to tell the payer (GoCardless over Bacs; agreed shorter than the scheme's own). */
const providerNotice = 3
/** The scheme's own notice for an amount that changes, where nothing shorter is agreed (Bacs service user's guide). */
const schemeNotice = 10
const cutOff = '16:00'
const london = 'Europe/London'

/**
 * The first day on which a direct debit that one payer agrees to, or changes, can be taken: three working days of England
 * and Wales after today, four after the cut-off of 16:00 in London.
 */
export const earliestPayment = (now: Date): string => afterNotice(now, providerNotice)

/** The same where many payers are told of another amount: ten working days, eleven after the cut-off. */
export const earliestChangedDebit = (now: Date): string => afterNotice(now, schemeNotice)

function afterNotice(now: Date, days: number): string {
  const today = todayIn(london, now)
  return workingDaysAfter(today, days + (isWorkingDay(today) && timeIn(london, now) < cutOff ? 0 : 1))
}

/** The working day of England and Wales so many after a day; the day itself for none. */
export function workingDaysAfter(date: string, days: number): string {
  let day = date
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

/** Neither a weekend nor a bank holiday of England and Wales: a day on which Bacs works. */
export const isWorkingDay = (date: string): boolean =>
  weekday(date) <= 5 && !holidaysOf(Number(date.slice(0, 4))).has(date)

/** Asked for every day of every payment, and always the same. */
const known = new Map<number, ReadonlySet<string>>()

function holidaysOf(year: number): ReadonlySet<string> {
  const holidays = known.get(year) ?? new Set(bankHolidays('england-and-wales', year).map(({ date }) => date))
  known.set(year, holidays)
  return holidays
}
