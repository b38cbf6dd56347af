import { endPdf, linesOf, openPdf, type Pdf, widthOf, write } from '../../platform/pdf-text.ts'
import { isNumeric, type ReportSheets, type Sheet, type SheetCell, sheetText } from './report-sheets.ts'

const page = { width: 841.89, height: 595.28 }
const [left, right, top, bottom] = [36, page.width - 36, 36, page.height - 46]
const soft = '#55595f'
const rule = '#c9c9c4'
const rowHeight = 16
const gap = 8

/** A4, landscape: head, tables with their headings on each page, what the figures mean, and the number of each page. */
export async function reportPdf(report: ReportSheets): Promise<Buffer> {
  const { pdf, done } = await openPdf({ size: 'A4', layout: 'landscape', bufferPages: true, title: report.title })
  draw(pdf, report)
  numberPages(pdf, report)
  endPdf(pdf)
  return await done
}

interface Pen {
  readonly pdf: Pdf
  y: number
}

function draw(pdf: Pdf, { title, lines, sheets, definitions }: ReportSheets) {
  const pen: Pen = { pdf, y: top }
  write(pdf, title, { x: left, y: pen.y, size: 18, weight: 600, most: right - left })
  pen.y += 26
  for (const line of lines) {
    write(pdf, line, { x: left, y: pen.y, size: 9.5, colour: soft, most: right - left })
    pen.y += 14
  }
  pen.y += 8
  for (const sheet of sheets) drawSheet(pen, sheet)
  if (definitions.length > 0) drawDefinitions(pen, definitions)
}

function drawSheet(pen: Pen, sheet: Sheet) {
  const { pdf } = pen
  const widths = widthsOf(pdf, sheet)
  // A name alone at the foot of a page helps nobody.
  if (pen.y + 22 + rowHeight * 3 > bottom) newPage(pen)
  write(pdf, sheet.title, { x: left, y: pen.y, size: 12, weight: 600 })
  pen.y += 20
  drawHeadings(pen, sheet, widths)
  if (sheet.rows.length === 0) {
    write(pdf, 'Nothing in this period.', { x: left, y: pen.y + 3, size: 9, colour: soft })
    pen.y += rowHeight
  }
  for (const row of sheet.rows) drawRow(pen, sheet, widths, row)
  if (sheet.total) drawRow(pen, sheet, widths, sheet.total, 600)
  pen.y += 18
}

function drawHeadings(pen: Pen, { columns }: Sheet, widths: readonly number[]) {
  cells(
    pen,
    columns.map(({ title }, at) => ({ text: title, isRight: at > 0 && isNumeric(columns[at]?.unit ?? 'text') })),
    widths,
    600,
  )
  line(pen, '#1d2024')
}

function drawRow(
  pen: Pen,
  sheet: Sheet,
  widths: readonly number[],
  row: readonly SheetCell[],
  weight: 400 | 600 = 400,
) {
  if (pen.y + rowHeight > bottom) {
    newPage(pen)
    write(pen.pdf, `${sheet.title} (continued)`, { x: left, y: pen.y, size: 9, colour: soft })
    pen.y += 14
    drawHeadings(pen, sheet, widths)
  }
  const texts = sheet.columns.map(({ unit }, at) => ({
    text: sheetText(unit, row[at] ?? null),
    isRight: at > 0 && isNumeric(unit),
  }))
  cells(pen, texts, widths, weight)
  line(pen, rule)
}

function cells(
  pen: Pen,
  texts: readonly { text: string; isRight: boolean }[],
  widths: readonly number[],
  weight: 400 | 600,
) {
  let x = left
  for (const [at, { text, isRight }] of texts.entries()) {
    const width = widths[at] ?? 0
    write(pen.pdf, text, {
      x: isRight ? x + width - gap : x,
      y: pen.y + 3,
      size: 9,
      weight,
      isRight,
      most: width - gap,
    })
    x += width
  }
  pen.y += rowHeight
}

const line = ({ pdf, y }: Pen, colour: string) => pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.5).stroke(colour)

function newPage(pen: Pen) {
  pen.pdf.addPage()
  pen.y = top
}

/** By what stands in them; what is too much is taken from the widest, where words are cut. */
function widthsOf(pdf: Pdf, { columns, rows, total }: Sheet): number[] {
  const all = [...rows.slice(0, 300), ...(total ? [total] : [])]
  const wanted = columns.map(({ title, unit }, at) =>
    all.reduce(
      (most, row) => Math.max(most, widthOf(pdf, sheetText(unit, row[at] ?? null), 9, 400)),
      widthOf(pdf, title, 9, 600),
    ),
  )
  const widths = wanted.map(width => width + gap + 4)
  const room = right - left
  for (let over = sum(widths) - room; over > 0.5; over = sum(widths) - room) {
    const widest = Math.max(...widths)
    const second = Math.max(...widths.filter(width => width < widest), 0)
    const many = widths.filter(width => width === widest).length
    const less = Math.min(widest - second, over / many) || over / many
    for (const [at, width] of widths.entries()) if (width === widest) widths[at] = width - less
  }
  // What is left over is shared out, so that the lines fill the page; not more than half as much again.
  const share = Math.min((room - sum(widths)) / columns.length, 60)
  return widths.map(width => width + Math.max(share, 0))
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

function drawDefinitions(pen: Pen, definitions: ReportSheets['definitions']) {
  const { pdf } = pen
  if (pen.y + 60 > bottom) newPage(pen)
  write(pdf, 'What the figures mean', { x: left, y: pen.y, size: 12, weight: 600 })
  pen.y += 20
  for (const { name, words } of definitions) {
    const lines = linesOf(pdf, words, { size: 9, weight: 400, most: right - left - 170 })
    if (pen.y + lines.length * 13 > bottom) newPage(pen)
    write(pdf, name, { x: left, y: pen.y, size: 9, weight: 600, most: 160 })
    for (const text of lines) {
      write(pdf, text, { x: left + 170, y: pen.y, size: 9 })
      pen.y += 13
    }
    pen.y += 3
  }
}

function numberPages(pdf: Pdf, { title, lines }: ReportSheets) {
  const { count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    pdf.switchToPage(at)
    const y = page.height - 34
    write(pdf, [title, ...lines.slice(0, 2)].join(' · '), {
      x: left,
      y,
      size: 8,
      colour: soft,
      most: right - left - 90,
    })
    write(pdf, `Page ${at + 1} of ${count}`, { x: right, y, size: 8, colour: soft, isRight: true })
  }
}
