import { type DateOrder, inFigures } from '../cells/read-date.ts'
import { quoted } from '../cells/reading.ts'

export interface DateOrderGuess {
  readonly guess: DateOrder
  /** Some date can be read in one way only, and none only in the other. */
  readonly isCertain: boolean
  readonly because: string
}

/** Which order the dates in figures of a column have: 13/04 can only be 13 April. Null where it has none. */
export function guessDateOrder(cells: Iterable<string>): DateOrderGuess | null {
  let [dayFirst, monthFirst, either] = ['', '', '']
  for (const cell of cells) {
    const figures = inFigures(cell)
    if (!figures) continue
    const [first, second] = figures
    if (first > 12 && second <= 12) dayFirst ||= cell
    else if (second > 12 && first <= 12) monthFirst ||= cell
    else either ||= cell
  }
  if (dayFirst && monthFirst)
    return {
      guess: 'dmy',
      isCertain: false,
      because: `${quoted(dayFirst)} begins with the day and ${quoted(monthFirst)} with the month: one of them cannot be read`,
    }
  if (dayFirst) return { guess: 'dmy', isCertain: true, because: `${quoted(dayFirst)} can only begin with the day` }
  if (monthFirst)
    return { guess: 'mdy', isCertain: true, because: `${quoted(monthFirst)} can only begin with the month` }
  if (either) return { guess: 'dmy', isCertain: false, because: `${quoted(either)} could be read in both ways` }
  return null
}
