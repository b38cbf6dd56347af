import { currency, longDate } from '@honbu/contract/format.ts'
import { openPdf, type Pdf, type Style, write } from '../platform/pdf-text.ts'
import type { OrderRecord } from './read-order.ts'
import { lineNotes, lineTitle, sums } from './receipt-text.ts'

const page = { width: 419.53, height: 595.28 }
const [left, right, bottom] = [36, page.width - 36, page.height - 48]
const soft = '#55595f'
const rule = '#c9c9c4'

/** The receipt of an order on A5; as many pages as it needs. */
export function receiptPdf(order: OrderRecord): Promise<Buffer> {
  const { pdf, done } = openPdf({ size: 'A5', title: `Receipt ${order.orderId}`, author: order.clubName })
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

  write(pdf, order.clubName, { x: left, y, size: 16, weight: 600, most: right - left })
  y += 22
  if (order.clubAddress) {
    write(pdf, order.clubAddress, { x: left, y, size: 9, colour: soft, most: right - left })
    y += 14
  }
  y += 12
  row(`Receipt ${order.orderId}`, longDate(order.orderedOn), { weight: 600 })
  write(pdf, `For ${order.memberName}`, { x: left, y, colour: soft, most: right - left })
  if (order.servedBy) write(pdf, `Served by ${order.servedBy}`, { x: right, y, isRight: true, colour: soft })
  y += 18
  line()
  const several = new Set(order.lines.map(({ memberId }) => memberId)).size > 1
  for (const each of order.lines) {
    row(lineTitle(each), currency(each.price))
    for (const note of [...(several ? [`For ${each.memberName}`] : []), ...lineNotes(each)]) {
      room(13)
      write(pdf, note, { x: left + 10, y: y - 3, size: 8.5, colour: soft, most: right - left })
      y += 12
    }
  }
  line()
  for (const [index, [what, amount]] of sums(order).entries())
    row(what, amount, { weight: index === 0 || what === 'Still to pay' ? 600 : 400 })
}
