import { currency, longDate } from '@honbu/contract/format.ts'
import { drawReceipt } from '../platform/pdf-receipt.ts'
import { endPdf, openPdf, type Pdf } from '../platform/pdf-text.ts'
import type { OrderRecord } from './read-order.ts'
import { lineNotes, lineTitle, sums } from './receipt-text.ts'

/** The receipt of an order on A5; as many pages as it needs. */
export async function receiptPdf(order: OrderRecord): Promise<Buffer> {
  const { pdf, done } = await openPdf({ size: 'A5', title: `Receipt ${order.orderId}`, author: order.clubName })
  draw(pdf, order)
  endPdf(pdf)
  return await done
}

function draw(pdf: Pdf, order: OrderRecord) {
  const { row, note, line } = drawReceipt(pdf, {
    clubName: order.clubName,
    clubAddress: order.clubAddress,
    vatNumber: order.vatNumber,
    title: `Receipt ${order.orderId}`,
    day: longDate(order.orderedOn),
    forWhom: `For ${order.memberName}`,
    servedBy: order.servedBy && `Served by ${order.servedBy}`,
  })
  const several = new Set(order.lines.map(({ memberId }) => memberId)).size > 1
  for (const each of order.lines) {
    row(lineTitle(each), currency(each.price))
    for (const text of [...(several ? [`For ${each.memberName}`] : []), ...lineNotes(each)]) note(text)
  }
  line()
  for (const [index, [what, amount]] of sums(order).entries())
    row(what, amount, { weight: index === 0 || what === 'Still to pay' ? 600 : 400 })
}
