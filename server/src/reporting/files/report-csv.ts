import { isDate } from '@honbu/contract/calendar.ts'
import { shortDate } from '@honbu/contract/format.ts'
import type { CellUnit } from '@honbu/contract/report-words.ts'
import { byteOrderMark, csvLine } from '../../exports/index.ts'
import { type ReportSheets, type Sheet, type SheetCell, sheetText } from './report-sheets.ts'

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

function tableOf({ columns, rows, total }: Sheet): string {
  const line = (cells: readonly SheetCell[]) => csvLine(columns.map(({ unit }, at) => cellOf(unit, cells[at] ?? null)))
  return [csvLine(columns.map(({ title }) => title)), ...rows.map(line), ...(total ? [line(total)] : [])].join('')
}

/** dd/MM/y, as the directory's export has it. */
const cellOf = (unit: CellUnit, cell: SheetCell) =>
  unit === 'date' && isDate(cell) ? shortDate(cell) : sheetText(unit, cell)
