import { currency, longDate } from '@honbu/contract/format.ts'
import PDFDocument from 'pdfkit'
import { fontFiles, fontName, scriptRuns, type Weight } from '../platform/pdf-fonts.ts'
import type { OrderRecord } from './read-order.ts'
import { lineNotes, lineTitle, sums } from './receipt-text.ts'

const page = { width: 419.53, height: 595.28 }
const [left, right, bottom] = [36, page.width - 36, page.height - 48]
const ink = '#1d2024'
const soft = '#55595f'
const rule = '#c9c9c4'

type Pdf = InstanceType<typeof PDFDocument>

/** The receipt of an order on A5; as many pages as it needs. */
export function receiptPdf(order: OrderRecord): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A5', margin: 0 })
  pdf.info.Title = `Receipt ${order.orderId}`
  pdf.info.Author = order.clubName
  for (const { name, path } of fontFiles) pdf.registerFont(name, path)
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  draw(pdf, order)
  pdf.end()
  return done
}

function draw(pdf: Pdf, order: OrderRecord) {
  let y = 40
  const room = (height: number) => {
    if (y + height <= bottom) return
    pdf.addPage()
    y = 40
  }
  const row = (text: string, amount: string, style: Partial<Style> = {}) => {
    room(18)
    write(pdf, text, { x: left, y, most: right - left - 80, ...style })
    write(pdf, amount, { x: right, y, isRight: true, ...style })
    y += 18
  }
  const line = () => {
    room(14)
    pdf
      .moveTo(left, y + 4)
      .lineTo(right, y + 4)
      .lineWidth(0.75)
      .stroke(rule)
    y += 14
  }

  write(pdf, order.clubName, { x: left, y, size: 16, weight: 600 })
  y += 22
  if (order.clubAddress) {
    write(pdf, order.clubAddress, { x: left, y, size: 9, colour: soft })
    y += 14
  }
  y += 12
  row(`Receipt ${order.orderId}`, longDate(order.orderedOn), { weight: 600 })
  write(pdf, `For ${order.memberName}`, { x: left, y, colour: soft })
  if (order.servedBy) write(pdf, `Served by ${order.servedBy}`, { x: right, y, isRight: true, colour: soft })
  y += 18
  line()
  const several = new Set(order.lines.map(({ memberId }) => memberId)).size > 1
  for (const each of order.lines) {
    row(lineTitle(each), currency(each.price))
    for (const note of [...(several ? [`For ${each.memberName}`] : []), ...lineNotes(each)]) {
      room(13)
      write(pdf, note, { x: left + 10, y: y - 3, size: 8.5, colour: soft })
      y += 12
    }
  }
  line()
  for (const [index, [what, amount]] of sums(order).entries())
    row(what, amount, { weight: index === 0 || what === 'Still to pay' ? 600 : 400 })
}

interface Style {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly weight: Weight
  readonly colour: string
  /** It ends at x. */
  readonly isRight: boolean
  readonly most: number
}

/** One line, cut where it would run out of its room. */
function write(pdf: Pdf, text: string, style: Pick<Style, 'x' | 'y'> & Partial<Style>) {
  const { x, y, size = 10, weight = 400, colour = ink, isRight = false, most = right - left } = style
  const width = (value: string) =>
    scriptRuns(value).reduce((sum, run) => {
      pdf.font(fontName(run.subset, weight)).fontSize(size)
      return sum + pdf.widthOfString(run.text)
    }, 0)
  let shown = text
  while (shown !== '' && width(shown) > most) shown = `${[...shown.replace(/…$/, '')].slice(0, -1).join('')}…`
  let at = isRight ? x - width(shown) : x
  pdf.fillColor(colour)
  for (const run of scriptRuns(shown)) {
    pdf.font(fontName(run.subset, weight)).fontSize(size)
    pdf.text(run.text, at, y, { lineBreak: false })
    at += pdf.widthOfString(run.text)
  }
}
