import { addDays, timeIn, todayIn, weekday } from '@honbu/contract/calendar.ts'
import { bankHolidays } from '../closures/index.ts'

const noticeDays = 3
const cutOff = '16:00'

/**
 * The first day on which a changed direct debit can be taken: three working days of England and Wales after today, four
 * after the cut-off of 16:00 in London. The payer has to be told that long before (GoCardless over Bacs; the scheme's own
 * ten days are agreed shorter).
 */
export function earliestPayment(now: Date): string {
  const london = 'Europe/London'
  let day = todayIn(london, now)
  let left = noticeDays + (isWorkingDay(day) && timeIn(london, now) < cutOff ? 0 : 1)
  while (left > 0) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

const isWorkingDay = (date: string) =>
  weekday(date) <= 5 &&
  !bankHolidays('england-and-wales', Number(date.slice(0, 4))).some(holiday => holiday.date === date)
