import { readWhole } from '../ui/form/read-text.ts'
import { beltColours } from './belt-colours.ts'
import type { Row } from './grade-rows.ts'

type Field = keyof Pick<
  Row,
  | 'gradeName'
  | 'colour'
  | 'colourTwo'
  | 'bars'
  | 'barColour'
  | 'minimumAttendance'
  | 'minimumMonths'
  | 'minAge'
  | 'maxAge'
>

/** In the order in which they are read where there are no headings. */
export const pastedColumns: readonly { readonly field: Field; readonly title: string; readonly headings: RegExp }[] = [
  { field: 'gradeName', title: 'Name', headings: /^(name|grade|belt|rank|grade name)$/ },
  { field: 'colour', title: 'Colour', headings: /^(belt )?colou?r( 1)?$/ },
  { field: 'colourTwo', title: 'Second colour', headings: /^(second colou?r|colou?r (2|two))$/ },
  { field: 'bars', title: 'Bars', headings: /^(bars|tabs|tags|stripes|number of bars)$/ },
  { field: 'barColour', title: 'Bar colour', headings: /^(bar|tab|tag|stripe)s? colou?r$/ },
  { field: 'minimumAttendance', title: 'Classes', headings: /^(minimum |min )?(classes|attendance|sessions)$/ },
  { field: 'minimumMonths', title: 'Months', headings: /^(minimum |min )?(months|time)$/ },
  { field: 'minAge', title: 'From age', headings: /^(from age|min(imum)? age|age from|age)$/ },
  { field: 'maxAge', title: 'To age', headings: /^(to age|max(imum)? age|age to)$/ },
]

export interface PastedRow {
  readonly gradeName: string
  /** What was understood; empty cells change nothing. */
  readonly fields: Partial<Row>
  /** Of the grade of this name that is in the table already. */
  readonly index: number | null
}

export interface Pasted {
  readonly rows: readonly PastedRow[]
  /** What wasn't understood, in words. */
  readonly problems: readonly string[]
}

/** Reads rows of a spreadsheet, separated by tabs. */
export function readPasted(text: string, table: readonly { readonly gradeName: string }[]): Pasted {
  const lines = text.split(/\r\n|\r|\n/).map(line => line.split('\t').map(cell => cell.trim()))
  const filled = lines.map((cells, index) => ({ cells, number: index + 1 })).filter(({ cells }) => cells.some(Boolean))
  const problems: string[] = []
  const columns = columnsOf(filled[0]?.cells ?? [], problems)
  const rows: PastedRow[] = []
  for (const { cells, number } of columns.hasHeadings ? filled.slice(1) : filled) {
    const gradeName = cells[columns.fields.indexOf('gradeName')] ?? ''
    const say = (problem: string) => problems.push(`Row ${number}: ${problem}`)
    if (gradeName === '') say('it has no name, so we left it out.')
    else if (rows.some(row => row.gradeName === gradeName)) say(`“${gradeName}” is there twice. We took the first.`)
    else rows.push(readRow(gradeName, cells, { fields: columns.fields, table, say }))
  }
  return { rows, problems }
}

type Fields = readonly (Field | null)[]

function columnsOf(first: readonly string[], problems: string[]): { fields: Fields; hasHeadings: boolean } {
  const found = first.map(
    cell => pastedColumns.find(({ headings }) => headings.test(cell.toLowerCase()))?.field ?? null,
  )
  // One heading could be the name of a grade, such as "Belt".
  const hasHeadings = found.includes('gradeName') && (found.length === 1 || found.filter(Boolean).length > 1)
  if (!hasHeadings) return { fields: pastedColumns.map(({ field }) => field), hasHeadings }
  for (const [index, field] of found.entries())
    if (field === null && first[index]) problems.push(`We don’t know the column “${first[index]}”, so we left it out.`)
  return { fields: found, hasHeadings }
}

interface Context {
  readonly fields: Fields
  readonly table: readonly { readonly gradeName: string }[]
  readonly say: (problem: string) => void
}

function readRow(gradeName: string, cells: readonly string[], { fields, table, say }: Context): PastedRow {
  const read: Partial<Row> = {}
  for (const [index, cell] of cells.entries()) {
    const field = fields[index]
    if (!field || field === 'gradeName' || cell === '') continue
    const value = readCell(field, cell)
    if (value === undefined) say(`we don’t understand “${cell}” as ${wanted[field]}.`)
    else Object.assign(read, value)
  }
  const found = table.findIndex(row => row.gradeName === gradeName)
  // A new grade without a colour takes it from its name.
  const named = found < 0 && read.colour === undefined ? coloursIn(gradeName) : {}
  return { gradeName, fields: { ...named, ...read }, index: found < 0 ? null : found }
}

const wanted: Readonly<Record<Exclude<Field, 'gradeName'>, string>> = {
  ...{ colour: 'a colour', colourTwo: 'a colour', barColour: 'a colour' },
  ...{ bars: 'a number of bars', minimumAttendance: 'a number of classes', minimumMonths: 'a number of months' },
  ...{ minAge: 'an age', maxAge: 'an age' },
}

function readCell(field: Exclude<Field, 'gradeName'>, cell: string): Partial<Row> | undefined {
  const isNone = /^(none|no|-|–)$/i.test(cell)
  if (field === 'colour' && cell.includes('/')) {
    const [colour, colourTwo] = cell.split('/').map(colourOf)
    return colour && colourTwo ? { colour, colourTwo } : undefined
  }
  if (field === 'colour' || field === 'colourTwo' || field === 'barColour') {
    if (isNone && field !== 'colour') return { [field]: null }
    const colour = colourOf(cell)
    return colour ? { [field]: colour } : undefined
  }
  if (isNone && (field === 'minAge' || field === 'maxAge')) return { [field]: null }
  const number = isNone ? 0 : readWhole(cell)
  return number === undefined || number < 0 ? undefined : { [field]: number }
}

const others: Readonly<Record<string, string>> = {
  gray: '#8f959c',
  navy: '#1f3a6e',
  violet: '#7d4fa8',
  pink: '#d9709a',
}

function colourOf(text: string): string | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/ belt$/, '')
  if (/^#[0-9a-f]{6}$/.test(plain)) return plain
  return beltColours.find(({ name }) => name.toLowerCase() === plain)?.colour ?? others[plain]
}

/** "Brown/White", "Yellow belt" */
function coloursIn(gradeName: string): Partial<Row> {
  const [colour, colourTwo] = gradeName.split(/[^a-z]+/i).flatMap(word => colourOf(word) ?? [])
  if (!colour) return {}
  return { colour, ...(colourTwo && gradeName.includes('/') ? { colourTwo } : {}) }
}
