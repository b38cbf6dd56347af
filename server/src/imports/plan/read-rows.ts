import { setImmediate } from 'node:timers/promises'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import type { Name } from '../cells/read-name.ts'
import type { Table } from '../guess/table.ts'
import type { PlannedLine } from './plan.ts'
import { readName } from './read-member.ts'
import type { Reader, RowReader } from './row-reader.ts'

/** A line that is about a person. */
export interface NamedRow {
  readonly line: number
  readonly name: Name
  readonly row: RowReader
  /** The whole line, to find one that is repeated. */
  readonly content: string
}

export interface ReadRows {
  readonly named: readonly NamedRow[]
  readonly refused: readonly PlannedLine[]
}

export type OnStep = (done: number) => void

/** Every line that is about somebody, and every other one with the reason. Other requests go on between the lines. */
export async function readRows(table: Table, reader: Reader, mapping: ImportMapping): Promise<ReadRows> {
  const named: NamedRow[] = []
  const refused = [
    ...table.above.map(({ line, cells }) => refusal(line, cells, 'It stands above the headings: left out')),
    ...table.sections.map(({ line, cells }) =>
      refusal(line, cells, 'It’s a heading between the lines, and not a person'),
    ),
  ]
  const width = table.sectionPlace ?? table.columns.length
  const headings = table.columns
    .slice(0, width)
    .map(({ heading }) => heading)
    .join('\n')
  for (const [index, record] of table.rows.entries()) {
    if (index % 200 === 199) await setImmediate()
    const { line, cells } = record
    const row = reader.row(record)
    const name = readName(row, mapping.nameOrder)
    const own = cells.slice(0, width)
    if (own.join('\n') === headings) refused.push(refusal(line, own, 'It repeats the headings: left out'))
    else if ('refused' in name) refused.push(refusal(line, own, `${name.refused}: the line is left out`))
    else named.push({ line, name, row, content: cells.join('\n') })
  }
  return { named, refused }
}

function refusal(line: number, cells: readonly string[], text: string): PlannedLine {
  const name = cells.filter(cell => cell !== '').join(' · ')
  return {
    line,
    outcome: 'refused',
    name: name.length > 80 ? `${name.slice(0, 79)}…` : name,
    memberId: null,
    problems: [{ column: '', text }],
    stored: [],
  }
}
