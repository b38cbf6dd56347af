import type { Output } from '@honbu/contract/endpoint.ts'
import { type CellUnit, cellWords } from '@honbu/contract/report-words.ts'
import type { getReport } from '@honbu/contract/reporting.ts'

export type Report = Output<typeof getReport>
export type Figure = Report['figures'][number]
export type Section = Report['sections'][number]
export type Column = Section['columns'][number]
export type Row = Section['rows'][number]
export type Cell = Row['cells'][number]

/** A line of a chart, or a colour of its bars. */
export interface Series {
  readonly key: string
  readonly title: string
  /** One for each row; null: nothing is known. */
  readonly values: readonly (number | null)[]
}

/** What of a section is drawn on one scale. */
export interface Drawing {
  readonly unit: CellUnit
  /** Of the rows, written out and short. */
  readonly names: readonly string[]
  readonly ticks: readonly string[]
  /** The rows follow each other in time. */
  readonly isTime: boolean
  readonly series: readonly Series[]
}

/** A section as charts: one for each unit, as pounds and heads have no scale in common. */
export function drawingsOf({ columns, rows }: Section): Drawing[] {
  const unit = columns[0]?.unit ?? 'text'
  const names = rows.map(({ cells }) => cellWords(unit, cells[0] ?? null))
  const isTime = unit === 'month' || unit === 'date'
  const ticks = names.map(name => (isTime ? tickOf(unit, name) : name))
  const drawn = columns.map((column, at) => ({ ...column, at })).filter(({ isDrawn, at }) => isDrawn && at > 0)
  const units = [...new Set(drawn.map(column => column.unit))]
  return units.map(each => ({
    unit: each,
    names,
    ticks,
    isTime,
    series: drawn
      .filter(column => column.unit === each)
      .map(({ key, title, at }) => ({ key, title, values: rows.map(({ cells }) => numberOf(cells[at])) })),
  }))
}

const numberOf = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : null)

/** Nov 26, and 5 Nov of 5 Nov 2026 */
function tickOf(unit: CellUnit, name: string): string {
  if (unit === 'month') return name.replace(/ \d\d(\d\d)$/, ' $1')
  return name.replace(/ \d{4}$/, '')
}

export interface SortOf {
  readonly key: string
  readonly dir: 'asc' | 'desc'
}

/** 'churn-desc' as it stands in the address. */
export function readSort(text: string | undefined, columns: readonly Column[]): SortOf | null {
  const [, key, dir] = /^(.+)-(asc|desc)$/.exec(text ?? '') ?? []
  return key !== undefined && columns.some(column => column.key === key) ? { key, dir: dir as 'asc' | 'desc' } : null
}

/** A number is first sought at its highest, a name at its beginning; a third press is the order of the report again. */
export function nextSort(sort: SortOf | null, { key, unit }: Column): string | undefined {
  const first = isNumeric(unit) ? 'desc' : 'asc'
  if (sort?.key !== key) return `${key}-${first}`
  return sort.dir === first ? `${key}-${first === 'desc' ? 'asc' : 'desc'}` : undefined
}

/** What is not known stands last either way. */
export function sorted({ columns, rows }: Pick<Section, 'columns' | 'rows'>, sort: SortOf | null): readonly Row[] {
  const at = columns.findIndex(({ key }) => key === sort?.key)
  if (!sort || at < 0) return rows
  const known = rows.filter(({ cells }) => (cells[at] ?? null) !== null)
  const rest = rows.filter(({ cells }) => (cells[at] ?? null) === null)
  const sign = sort.dir === 'asc' ? 1 : -1
  return [...known.toSorted((a, b) => sign * compare(a.cells[at] ?? '', b.cells[at] ?? '')), ...rest]
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
const collator = new Intl.Collator('en-GB', { numeric: true })

export const isNumeric = (unit: CellUnit) => !['text', 'date', 'month'].includes(unit)

/**
 * How strongly a cell of a heat table is shaded, 0 to 1, between the lowest in it and the highest; null: not at all. Where all
 * of them are high, as of those who stay, what lies under the lowest would take up all of the shades.
 */
export function shadesOf({
  columns,
  rows,
}: Pick<Section, 'columns' | 'rows'>): (value: Cell, at: number) => number | null {
  const isShaded = (at: number) => columns[at]?.isDrawn === true
  const all = rows.flatMap(({ cells }) =>
    cells.filter((cell, at) => isShaded(at) && typeof cell === 'number'),
  ) as number[]
  const [least, most] = [Math.max(0, Math.min(...all)), Math.max(0, ...all)]
  const none = Math.max(0, least - (most - least) / 4)
  return (value, at) => {
    if (!isShaded(at) || typeof value !== 'number' || most === 0) return null
    return none === most ? 1 : Math.max(0, (value - none) / (most - none))
  }
}
