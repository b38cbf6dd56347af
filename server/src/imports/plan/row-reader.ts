import { type ImportFieldName, type ImportValueKind, importField } from '@honbu/contract/import-fields.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { visibleText } from '@honbu/contract/visible-text.ts'
import { type DateOrder, readDate } from '../cells/read-date.ts'
import { type Balance, frequencyIn, type Price, readBalance, readPrice } from '../cells/read-word.ts'
import { isNone, quoted, type Reading } from '../cells/reading.ts'
import type { FileRecord } from '../file/records.ts'
import type { Choices } from '../guess/choices.ts'
import { guessDateOrder } from '../guess/date-order.ts'
import { decimalCommaIn } from '../guess/decimal-comma.ts'
import { cellsOf } from '../guess/guess-mapping.ts'
import { matchBelt } from '../guess/match-belt.ts'
import { matchValue } from '../guess/match-values.ts'
import { headingAt, type Table } from '../guess/table.ts'
import type { Problem } from './listed-member.ts'

/** Reads the cells of one row by what the columns mean, and collects what could not be used. */
export interface RowReader {
  readonly problems: Problem[]
  /** What stands in a column; of several columns of one meaning all that is filled, a line each. Empty without one. */
  cell(field: ImportFieldName): string
  has(field: ImportFieldName): boolean
  /** A reading's value; its problem is kept under the column. */
  take<Value>(field: ImportFieldName, reading: Reading<Value>): Value | null
  date(field: ImportFieldName, isAhead?: boolean): string | null
  /** An amount of money, with the decimal mark that its column has, and how often it is paid, by the cell or the heading. */
  price(field: ImportFieldName): Price | null
  /** A balance with its sign, as the cell has it. */
  balance(): Balance | null
  /** What the text in a column stands for, as it was matched. */
  value(field: ImportFieldName): number | null
  tell(field: ImportFieldName | null, text: string): void
}

export interface Reader {
  row(record: FileRecord): RowReader
}

interface Options {
  readonly table: Table
  readonly mapping: ImportMapping
  readonly choices: Choices
  readonly today: string
}

export function tableReader({ table, mapping, choices, today }: Options): Reader {
  const places = new Map<ImportFieldName, { places: number[]; order: DateOrder }>()
  for (const { place, field, dateOrder } of mapping.columns)
    if (field) {
      const shown = guessDateOrder(cellsOf(table, place))
      const order = shown?.isCertain ? shown.guess : dateOrder
      places.set(field, { places: [...(places.get(field)?.places ?? []), place], order })
    }
  const matched = new Map(mapping.values.map(({ of, text, means }) => [`${of} ${text}`, means]))
  const decimalCommas = new Set(
    [...places]
      .filter(([field]) => importField(field).isMoney)
      .filter(([, of]) => decimalCommaIn(of.places.flatMap(place => cellsOf(table, place))))
      .map(([field]) => field),
  )
  const headingOf = (field: ImportFieldName) => headingAt(table, places.get(field)?.places[0] ?? -1)

  const row = ({ cells }: FileRecord): RowReader => {
    const problems: Problem[] = []
    const tell = (field: ImportFieldName | null, text: string) =>
      void problems.push({ column: field ? headingOf(field) : '', text })
    const cell = (field: ImportFieldName) =>
      (places.get(field)?.places ?? [])
        // Several values of one cell, as Google writes them.
        .map(place => visibleText(cells[place] ?? '').replaceAll(' ::: ', ', '))
        .filter(text => text !== '')
        .join('\n')
    const take = <Value>(field: ImportFieldName, { value, problem }: Reading<Value>): Value | null => {
      if (problem) tell(field, problem)
      return value
    }
    return {
      problems,
      cell,
      tell,
      take,
      has: field => places.has(field),
      date(field, isAhead = false) {
        const text = field === 'dob' && cell('dob') === '' ? dobInParts(cell) : cell(field)
        return take(field, readDate(text, { order: places.get(field)?.order ?? 'dmy', today, isAhead }))
      },
      price(field) {
        const price = take(field, readPrice(cell(field), decimalCommas.has(field)))
        return price && { ...price, frequencyId: price.frequencyId ?? frequencyIn(headingOf(field)) }
      },
      balance: () => take('balance', readBalance(cell('balance'), decimalCommas.has('balance'))),
      value(field) {
        const of = importField(field).values
        const text = field === 'grade' ? beltWithStripes(cell('grade'), cell('stripes')) : cell(field)
        if (!of || isNone(text)) return null
        const known = matched.get(`${of} ${text}`)
        // A belt with its stripes is in no single cell, so no one has matched it.
        const means = known === undefined ? matchValue(of, text, choices, mapping.disciplineId) : known
        if (means === null && of !== 'status') tell(field, whyUnmatched(of, text))
        return means
      },
    }
  }

  /** A belt that was not matched is told with the reason, as long as there is one. */
  function whyUnmatched(of: ImportValueKind, text: string): string {
    const { disciplines } = choices
    const main = disciplines.find(({ id }) => id === mapping.disciplineId)
    const reason = of === 'grade' ? matchBelt(text, disciplines, main).problem : null
    return reason ?? `${quoted(text)} is matched to nothing: left out`
  }

  return { row }
}

/** Day, month and year in columns of their own; a month may be a word. */
function dobInParts(cell: (field: ImportFieldName) => string): string {
  const [day, month, year] = [cell('dobDay'), cell('dobMonth'), cell('dobYear')]
  if ([day, month, year].every(isNone)) return ''
  const digits = (part: string) => part.replace(/\.0$/, '').replace(/(st|nd|rd|th|\.)$/i, '')
  return /^\p{L}/u.test(month)
    ? `${digits(day)} ${month} ${digits(year)}`
    : `${digits(day)}/${digits(month)}/${digits(year)}`
}

/** 'White' and '2' are 'White, 2 stripes'; 'Blue' and 'white tip' are 'Blue, white tip'. */
function beltWithStripes(belt: string, stripes: string): string {
  if (isNone(belt) || isNone(stripes) || /^0|^no\b/i.test(stripes)) return belt
  return `${belt}, ${/^\d+$/.test(stripes) ? `${stripes} stripes` : stripes}`
}
