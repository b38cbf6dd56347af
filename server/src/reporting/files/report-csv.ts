import { isDate } from '@honbu/contract/calendar.ts'
import type { CellUnit } from '@honbu/contract/report-words.ts'
import { byteOrderMark, csvLine } from '../../exports/index.ts'
import type { ReportSheets, Sheet, SheetCell } from './report-sheets.ts'

/** One table below the other, each under its name; a list is a table alone, as other programs want it. */
export function reportCsv({ title, lines, sheets, definitions }: ReportSheets): Buffer {
  const [only, ...others] = sheets
  if (only && others.length === 0) return Buffer.from(byteOrderMark + tableOf({ ...only, total: null }))
  const head = [[title], ...lines.map(line => [line])].map(csvLine).join('')
  const tables = sheets.map(sheet => `\r\n${csvLine([sheet.title])}${tableOf(sheet)}`)
  const meant = definitions.map(({ name, words }) => csvLine([name, words]))
  return Buffer.from(
    `${byteOrderMark}${head}${tables.join('')}\r\n${csvLine(['What the figures mean'])}${meant.join('')}`,
  )
}

/** The unit of a column is in its heading; where each row has its own, in a column beside them. */
function tableOf({ columns, rows, total }: Sheet): string {
  const isMixed = rows.some(row => row.some(hasUnit))
  const line = (cells: readonly SheetCell[]) =>
    csvLine([
      ...columns.map(({ unit }, at) => cellOf(unit, cells[at] ?? null)),
      ...(isMixed ? [unitWords[cells.find(hasUnit)?.unit ?? 'text'] ?? ''] : []),
    ])
  const heads = columns.map(({ title, unit }) => (unitWords[unit] ? `${title} (${unitWords[unit]})` : title))
  return [csvLine([...heads, ...(isMixed ? ['Unit'] : [])]), ...rows.map(line), ...(total ? [line(total)] : [])].join(
    '',
  )
}

const hasUnit = (cell: SheetCell): cell is Extract<SheetCell, object> => typeof cell === 'object' && cell !== null

const unitWords: Readonly<Partial<Record<CellUnit, string>>> = {
  money: '£',
  percent: '%',
  months: 'months',
  days: 'days',
}

/** For other programs: plain numbers, money with two decimals, days as 2026-11-05 and months as 2026-11. */
function cellOf(unit: CellUnit, cell: SheetCell): string {
  const [value, its] = hasUnit(cell) ? [cell.value, cell.unit] : [cell, unit]
  if (value === null) return ''
  if (typeof value === 'string') return its === 'month' && isDate(`${value.slice(0, 7)}-01`) ? value.slice(0, 7) : value
  return its === 'money' ? value.toFixed(2) : String(Math.round(value * 10_000) / 10_000)
}
