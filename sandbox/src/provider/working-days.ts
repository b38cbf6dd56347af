import { addDays, timeIn, todayIn, weekday } from '@honbu/contract/calendar.ts'

/**
 * The days of Bacs: Monday to Friday without the bank holidays of England and Wales (Banking and Financial Dealings Act
 * 1971). The sandbox has its own calendar, as the bank has: the product's is not to be tested against itself.
 */
export const isWorkingDay = (date: string) => weekday(date) <= 5 && !holidaysOf(Number(date.slice(0, 4))).has(date)

/** This day, or the next working day after it. */
export const workingDayFrom = (date: string): string => (isWorkingDay(date) ? date : workingDayFrom(addDays(date, 1)))

/** The working day `count` working days after the date; before it when negative. */
export function addWorkingDays(date: string, count: number): string {
  const step = count < 0 ? -1 : 1
  let day = date
  for (let left = Math.abs(count); left > 0; ) {
    day = addDays(day, step)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

const london = 'Europe/London'

/** The day that a clock in London shows. */
export const londonDate = (now: Date) => todayIn(london, now)

/** The working day as which an instruction counts: after 16:00 in London, and on other days, the next one. */
export function instructionDay(now: Date): string {
  const today = londonDate(now)
  return isWorkingDay(today) && timeIn(london, now) < '16:00' ? today : addWorkingDays(today, 1)
}

const years = new Map<number, ReadonlySet<string>>()

function holidaysOf(year: number): ReadonlySet<string> {
  const known = years.get(year)
  if (known) return known
  const holidays = new Set([...moveable(year), ...onceOnly(year)])
  for (const date of [`${year}-01-01`, `${year}-12-25`, `${year}-12-26`]) {
    let day = date
    while (weekday(day) > 5 || holidays.has(day)) day = addDays(day, 1)
    holidays.add(day)
  }
  years.set(year, holidays)
  return holidays
}

function moveable(year: number): string[] {
  const easter = easterSunday(year)
  const monday = (first: string) => addDays(first, (8 - weekday(first)) % 7)
  const mondayBy = (last: string) => addDays(last, 1 - weekday(last))
  const spring = year === 2022 ? '2022-06-02' : mondayBy(`${year}-05-31`)
  const early = year === 2020 ? '2020-05-08' : monday(`${year}-05-01`)
  return [addDays(easter, -2), addDays(easter, 1), early, spring, mondayBy(`${year}-08-31`)]
}

const proclaimed = ['2022-06-03', '2022-09-19', '2023-05-08']
const onceOnly = (year: number) => proclaimed.filter(date => date.startsWith(`${year}-`))

/** Gauss's rule, as Lichtenberg put it right. */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100)
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25)
  const sun = 2 - Math.floor((3 * century + 3) / 4)
  const cycle = year % 19
  const seed = (19 * cycle + moon) % 30
  const correction = Math.floor((seed + Math.floor(cycle / 11)) / 29)
  const fullMoon = 21 + seed - correction
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7)
  const away = 7 - ((fullMoon - firstSunday) % 7)
  return addDays(`${year}-03-01`, fullMoon + away - 1)
}
