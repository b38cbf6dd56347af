import { isDate } from '@honbu/contract/calendar.ts'
import type { CellUnit } from '@honbu/contract/report-words.ts'
import { type BookCell, xlsxBook } from '../../exports/index.ts'
import { type ReportSheets, type Sheet, type SheetCell, sheetText } from './report-sheets.ts'

/** A sheet for each table, its headings frozen, its numbers numbers; the last one says what the figures mean. */
export function reportXlsx({ title, lines, sheets, definitions }: ReportSheets): Buffer {
  const chunks: Uint8Array[] = []
  const about = { name: 'About', widths: [34, 110], frozen: 0 }
  const book = xlsxBook(
    [...sheets.map(sheet => ({ name: sheet.title, widths: widthsOf(sheet), frozen: 1 })), about],
    bytes => chunks.push(bytes),
  )
  for (const { columns, rows, total } of sheets) {
    const line = (cells: readonly SheetCell[]) => columns.map(({ unit }, at) => cellOf(unit, cells[at] ?? null))
    book.nextSheet()
    book.rows([columns.map(column => column.title)], 'title')
    book.rows(rows.map(line))
    if (total) book.rows([line(total)], 'title')
  }
  book.nextSheet()
  book.rows([[title]], 'title')
  book.rows([...lines.map(text => [text]), []])
  book.rows([['What the figures mean']], 'title')
  book.rows(definitions.map(({ name, words }) => [name, words]))
  book.end()
  return Buffer.concat(chunks)
}

function cellOf(unit: CellUnit, cell: SheetCell): BookCell {
  const [value, its] = typeof cell === 'object' && cell !== null ? [cell.value, cell.unit] : [cell, unit]
  if (typeof value === 'string') {
    if (its === 'date' && isDate(value)) return { date: value }
    const month = `${value.slice(0, 7)}-01`
    return its === 'month' && isDate(month) ? { month } : value
  }
  if (value === null || its === 'count') return value
  // What follows a number, months and days, is in its heading.
  return { number: value, as: its === 'money' || its === 'percent' ? its : 'decimal' }
}

/** As wide as its longest cell, within reason. */
const widthsOf = ({ columns, rows }: Sheet) =>
  columns.map(({ title, unit }, at) => {
    const longest = rows
      .slice(0, 500)
      .reduce((most, row) => Math.max(most, sheetText(unit, row[at] ?? null).length), title.length)
    return Math.min(Math.max(longest + 3, 10), 60)
  })
