import { addDays, weekday } from '@honbu/contract/calendar.ts'
import type { Clock } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import type { DemoRows } from './rows.ts'

/** The days on which nothing runs: bank holidays of England and the week of Christmas. */
export function addClosures(rows: DemoRows, clubs: readonly DemoClub[], clock: Clock): ReadonlySet<string> {
  const first = clock.days[0]?.date ?? clock.today
  const last = clock.days.at(-1)?.date ?? clock.today
  const years = range(Number(first.slice(0, 4)), Number(last.slice(0, 4)))
  // Whoever tries the demo on Boxing Day still finds tonight's classes.
  const closed = new Map(
    years.flatMap(closedDays).filter(([day]) => day >= first && day <= last && day !== clock.today),
  )
  for (const club of clubs) {
    for (const [day, name] of closed) rows.club_closure.push({ club_id: club.id, closed_on: day, name })
  }
  return new Set(closed.keys())
}

function closedDays(year: number): [day: string, name: string][] {
  const easter = easterSunday(year)
  return [
    [`${year}-01-01`, 'New Year’s Day'],
    [addDays(easter, -2), 'Good Friday'],
    [addDays(easter, 1), 'Easter Monday'],
    [firstMonday(`${year}-05-01`), 'Early May bank holiday'],
    [lastMonday(`${year}-05-31`), 'Spring bank holiday'],
    [lastMonday(`${year}-08-31`), 'Summer bank holiday'],
    ...range(24, 31).map((day): [string, string] => [
      `${year}-12-${day}`,
      day === 25 ? 'Christmas Day' : 'Christmas break',
    ]),
  ]
}

const firstMonday = (first: string) => addDays(first, (8 - weekday(first)) % 7)
const lastMonday = (last: string) => addDays(last, 1 - weekday(last))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The Gregorian computus: Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
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
