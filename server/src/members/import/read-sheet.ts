import { CsvError, parse } from 'csv-parse/sync'
import { CannotStart } from '../../platform/cannot-start.ts'

/** The columns that the import knows, by what it calls them, and how clubs head them (letters only, lower case). */
const headings = {
  firstName: ['firstname', 'forename', 'givenname'],
  surname: ['surname', 'lastname', 'familyname'],
  dob: ['dob', 'dateofbirth', 'birthday'],
  guardian: ['parentguardian', 'parent', 'guardian'],
  email: ['email', 'emailaddress'],
  mobile: ['mobile', 'phone', 'telephone', 'mobilephone'],
  address: ['address'],
  postcode: ['postcode'],
  joined: ['joined', 'datejoined', 'membersince'],
  belt: ['belt', 'grade'],
  status: ['status'],
  membership: ['membership', 'plan'],
  fee: ['fee', 'price'],
  photos: ['photosok', 'photos', 'photoconsent'],
  notes: ['notes', 'note', 'comments'],
} as const

export type Column = keyof typeof headings

/** One line of the list: what stands in each known column, without spaces around it. */
export type Cells = Readonly<Record<Column, string>>

export interface SheetRow {
  /** Where it begins in the file, the heading being line 1. A cell may hold line breaks. */
  readonly line: number
  readonly cells: Cells
}

export interface Sheet {
  readonly rows: readonly SheetRow[]
  /** Headings of columns that nothing is done with. */
  readonly unknownColumns: readonly string[]
}

/**
 * Reads a comma-separated list with a heading: with or without byte order mark, any line ends, quoted cells with line
 * breaks. Empty lines are left out.
 * @throws CannotStart when it is not such a list
 */
export function readSheet(bytes: Uint8Array): Sheet {
  const [heading, ...rest] = records(bytes)
  if (!heading) throw new CannotStart('The file is empty: it must begin with a line of headings.')
  const places = new Map<Column, number>()
  const unknownColumns: string[] = []
  for (const [place, title] of heading.cells.entries()) {
    const column = columnOf(title)
    if (column && !places.has(column)) places.set(column, place)
    else if (title) unknownColumns.push(title)
  }
  if (!places.has('firstName') || !places.has('surname')) {
    throw new CannotStart(
      'The first line must hold headings, among them "First name" and "Surname", with commas between.',
    )
  }
  const rows = rest
    .filter(({ cells }) => cells.some(cell => cell !== ''))
    .map(({ line, cells }) => ({ line, cells: byColumn(column => cells[places.get(column) ?? -1] ?? '') }))
  return { rows, unknownColumns }
}

interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

function records(bytes: Uint8Array): CsvRecord[] {
  let parsed: { record: string[]; info: { lines: number } }[]
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // With `info` the parser answers objects; its types know only of the records.
    parsed = parse(text, { info: true, relaxColumnCount: true, trim: true }) as unknown as typeof parsed
  } catch (error) {
    if (error instanceof TypeError) throw new CannotStart('The file is not UTF-8 text: save it as "CSV UTF-8".')
    // The parser's own words quote what people wrote about themselves.
    const line =
      error instanceof CsvError && typeof error.lines === 'number'
        ? `: line ${error.lines} has a quotation mark out of place`
        : ''
    throw new CannotStart(`The file is not a comma-separated list${line}.`)
  }
  let next = 1
  return parsed.map(({ record, info }) => {
    const line = next
    next = info.lines + 1
    return { line, cells: record.map(cell => cell.trim()) }
  })
}

function columnOf(title: string): Column | undefined {
  const letters = title.toLowerCase().replace(/[^a-z]/g, '')
  // Object.keys forgets that its answers are keys.
  return (Object.keys(headings) as Column[]).find(column => (headings[column] as readonly string[]).includes(letters))
}

function byColumn(value: (column: Column) => string): Cells {
  // One entry for each key of the table above.
  return Object.fromEntries((Object.keys(headings) as Column[]).map(column => [column, value(column)])) as Cells
}
