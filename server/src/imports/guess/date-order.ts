import { type DateOrder, inFigures } from '../cells/read-date.ts'
import { quoted } from '../cells/reading.ts'

export interface DateOrderGuess {
  readonly guess: DateOrder
  /** Some date can be read in one way only, and none only in the other: then it is read so, whatever was chosen. */
  readonly isCertain: boolean
  readonly because: string
}

/** Dates that fit both orders are shown by so many examples. */
const examples = 3

/**
 * Guesses which order the dates in figures of a column have: 13/04 can only be 13 April.
 * @param others the order of the list's other columns, used if this column fits both orders
 * @returns null for a column without such dates
 */
export function guessDateOrder(cells: Iterable<string>, others: DateOrder | null = null): DateOrderGuess | null {
  let [dayFirst, monthFirst] = ['', '']
  const either = new Set<string>()
  for (const cell of cells) {
    const figures = inFigures(cell)
    if (!figures) continue
    const [first, second] = figures
    if (first > 12 && second <= 12) dayFirst ||= cell
    else if (second > 12 && first <= 12) monthFirst ||= cell
    else if (either.size < examples) either.add(cell)
  }
  if (dayFirst && monthFirst)
    return {
      guess: 'dmy',
      isCertain: false,
      because: `${quoted(dayFirst)} begins with the day and ${quoted(monthFirst)} with the month, so we can’t read one of them`,
    }
  if (dayFirst) return { guess: 'dmy', isCertain: true, because: `${quoted(dayFirst)} can only begin with the day` }
  if (monthFirst)
    return { guess: 'mdy', isCertain: true, because: `${quoted(monthFirst)} can only begin with the month` }
  if (either.size === 0) return null
  const shown = new Intl.ListFormat('en-GB').format([...either].map(quoted))
  return others
    ? {
        guess: others,
        isCertain: false,
        because: `${shown} can be read both ways, and other dates in the file begin with the ${others === 'dmy' ? 'day' : 'month'}`,
      }
    : { guess: 'dmy', isCertain: false, because: `${shown} can be read both ways` }
}
