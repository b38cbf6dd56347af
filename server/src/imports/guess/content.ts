import { addMonths } from '@honbu/contract/calendar.ts'
import type { ImportFieldName } from '@honbu/contract/import-fields.ts'
import { readEmail } from '../cells/read-contact.ts'
import { inFigures, readDate } from '../cells/read-date.ts'

/** Guesses the columns of a list without headings from their values. */
export function fieldsByContent(
  columns: readonly { readonly place: number; readonly cells: readonly string[] }[],
  {
    hasStatus,
    hasGrade,
    today,
  }: { hasStatus: (cell: string) => boolean; hasGrade: (cell: string) => boolean; today: string },
): ReadonlyMap<number, ImportFieldName> {
  const found = new Map<number, ImportFieldName>()
  const take = (field: ImportFieldName, fits: (cell: string) => boolean) => {
    if ([...found.values()].includes(field)) return
    const column = columns.find(({ place, cells }) => !found.has(place) && mostly(cells, fits))
    if (column) found.set(column.place, field)
  }
  take('email', cell => readEmail(cell).value !== null)
  take('mobile', cell => /^[+0][\d\s()-]{9,}$/.test(cell))
  take('postcode', cell => /^[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$/i.test(cell))
  take('gender', cell => /^(m|f|male|female)$/i.test(cell))
  take('status', hasStatus)
  take('grade', hasGrade)
  const dates = columns.filter(({ place, cells }) => !found.has(place) && mostly(cells, isDate))
  const births = dates.toSorted((a, b) => (middle(a.cells, today) < middle(b.cells, today) ? -1 : 1))
  const [birth, other] = births
  // People are born before they join.
  if (birth && middle(birth.cells, today) < addMonths(today, -36)) {
    found.set(birth.place, 'dob')
    if (other) found.set(other.place, 'joined')
  }
  takeNames(columns, found)
  return found
}

function takeNames(
  columns: readonly { readonly place: number; readonly cells: readonly string[] }[],
  found: Map<number, ImportFieldName>,
) {
  const isWords = (cell: string) => /^[\p{L}\p{M}'’.-]+(\s[\p{L}\p{M}'’.-]+)*$/u.test(cell)
  const texts = columns.filter(
    ({ place, cells }) => !found.has(place) && mostly(cells, cell => isWords(cell) || /^[^,\d]+, [^,\d]+$/.test(cell)),
  )
  const [first, second] = texts
  if (!first) return
  if (mostly(first.cells, cell => /[\s,]/.test(cell))) found.set(first.place, 'fullName')
  else if (second?.place === first.place + 1) {
    found.set(first.place, 'firstName')
    found.set(second.place, 'lastName')
  }
}

const mostly = (cells: readonly string[], fits: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(fits).length * 10 >= cells.length * 8

const isDate = (cell: string) =>
  inFigures(cell) !== null || /^\d{4}-\d{2}-\d{2}/.test(cell) || /^\d{1,2}[ -][a-z]{3,9}[ -]\d{2,4}$/i.test(cell)

function middle(cells: readonly string[], today: string): string {
  const days = cells.flatMap(
    cell => readDate(cell, { order: 'dmy', today }).value ?? readDate(cell, { order: 'mdy', today }).value ?? [],
  )
  return days.sort()[Math.floor(days.length / 2)] ?? today
}
