import { bankHolidays } from '../platform/bank-holidays.ts'
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
  const holidays = bankHolidays('england-and-wales', year).map(({ date, name }): [string, string] => [date, name])
  const days = Array.from({ length: 8 }, (_, index) => `${year}-12-${24 + index}`)
  const named = new Set(holidays.map(([day]) => day))
  return [...holidays, ...days.filter(day => !named.has(day)).map((day): [string, string] => [day, 'Christmas break'])]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
