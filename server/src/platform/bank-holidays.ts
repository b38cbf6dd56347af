import { addDays, weekday } from '@honbu/contract/calendar.ts'
import type { bankHolidayRegions } from '@honbu/contract/closures.ts'

export type Region = (typeof bankHolidayRegions)[number]

export interface BankHoliday {
  /** YYYY-MM-DD */
  readonly date: string
  readonly name: string
}

/**
 * The bank holidays of a region in a year, by date: the Banking and Financial Dealings Act 1971 and what is proclaimed
 * every year. One that falls on a weekend is kept on the next working day that is no holiday itself. Holidays that were
 * proclaimed or moved once are listed for the years of which the lists have been published (2020 to 2028).
 */
export function bankHolidays(region: Region, year: number): BankHoliday[] {
  const fixed = [...standing(region, year), ...once(region, year)]
  const taken = new Set(fixed.filter(({ date }) => !isWeekend(date)).map(({ date }) => date))
  const kept = fixed.sort(byDate).map(({ date, name }) => {
    if (!isWeekend(date)) return { date, name }
    const substitute = nextFree(date, taken)
    taken.add(substitute)
    return { date: substitute, name: `${name} (substitute day)` }
  })
  return kept.sort(byDate)
}

function standing(region: Region, year: number): BankHoliday[] {
  const easter = easterSunday(year)
  const scotland = region === 'scotland'
  const ulster = region === 'northern-ireland'
  const day = (date: string, name: string, isKept = true) => (isKept ? [{ date, name }] : [])
  return [
    ...day(`${year}-01-01`, 'New Year’s Day'),
    ...day(`${year}-01-02`, '2nd January', scotland),
    ...day(`${year}-03-17`, 'St Patrick’s Day', ulster),
    ...day(addDays(easter, -2), 'Good Friday'),
    ...day(addDays(easter, 1), 'Easter Monday', !scotland),
    ...day(moved[year]?.earlyMay ?? firstMonday(`${year}-05-01`), 'Early May bank holiday'),
    ...day(moved[year]?.spring ?? lastMonday(`${year}-05-31`), 'Spring bank holiday'),
    ...day(`${year}-07-12`, 'Battle of the Boyne (Orangemen’s Day)', ulster),
    ...day(scotland ? firstMonday(`${year}-08-01`) : lastMonday(`${year}-08-31`), 'Summer bank holiday'),
    ...day(`${year}-11-30`, 'St Andrew’s Day', scotland),
    ...day(`${year}-12-25`, 'Christmas Day'),
    ...day(`${year}-12-26`, 'Boxing Day'),
  ]
}

/** Moved by proclamation: the anniversary of VE Day, and the Platinum Jubilee. */
const moved: Readonly<Record<number, { earlyMay?: string; spring?: string }>> = {
  2020: { earlyMay: '2020-05-08' },
  2022: { spring: '2022-06-02' },
}

const proclaimed: readonly (BankHoliday & { readonly region?: Region })[] = [
  { date: '2022-06-03', name: 'Platinum Jubilee bank holiday' },
  { date: '2022-09-19', name: 'Bank Holiday for the State Funeral of Queen Elizabeth II' },
  { date: '2023-05-08', name: 'Bank holiday for the coronation of King Charles III' },
  { date: '2026-06-15', name: 'World Cup bank holiday', region: 'scotland' },
]

const once = (region: Region, year: number): BankHoliday[] =>
  proclaimed
    .filter(holiday => holiday.date.startsWith(`${year}-`) && (holiday.region ?? region) === region)
    .map(({ date, name }) => ({ date, name }))

function nextFree(date: string, taken: ReadonlySet<string>): string {
  const next = addDays(date, 1)
  return isWeekend(next) || taken.has(next) ? nextFree(next, taken) : next
}

const byDate = (a: BankHoliday, b: BankHoliday) => (a.date < b.date ? -1 : 1)
const isWeekend = (date: string) => weekday(date) > 5
const firstMonday = (first: string) => addDays(first, (8 - weekday(first)) % 7)
const lastMonday = (last: string) => addDays(last, 1 - weekday(last))

/** The Gregorian computus: Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * late + 114
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`
}
