import type { Input } from '@honbu/contract/endpoint.ts'
import type { emailOrderReceipt as call } from '@honbu/contract/orders.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import type { Write } from '../platform/route.ts'
import { orderOf } from './get-orders.ts'
import { readOrder } from './read-order.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { receiptText } from './receipt-text.ts'

export async function emailOrderReceipt(write: Write, { id, orderId, receiptTo }: Input<typeof call>) {
  const { tx, audit, enqueue } = write
  const { clubId } = await orderOf(tx, id, orderId)
  await enqueue('send-receipt', { orderId, to: receiptTo })
  audit({ clubId, memberId: id, subject: 'member_order', subjectId: orderId, after: { receiptSent: true } })
  return { orderId }
}

interface Receipt {
  readonly orderId: number
  readonly to: string
}

/** The PDF is made when the message is sent, so that it lies in no queue. */
export async function sendReceipts(jobs: Jobs, parts: { readonly db: Db; readonly mail: Pick<Mail, 'send'> }) {
  await jobs.work<Receipt>('send-receipt', receipt => sendReceipt(parts, receipt))
}

/** Sends the receipt of an order; of one that is no more, nothing. */
export async function sendReceipt(
  { db, mail }: { readonly db: Db; readonly mail: Pick<Mail, 'send'> },
  { orderId, to }: Receipt,
): Promise<void> {
  const order = await readOrder(db, orderId)
  if (!order) return
  const pdf = await receiptPdf(order)
  await mail.send({
    ...{ letter: 'orderReceipt', clubId: order.clubId },
    to,
    subject: `Receipt from ${order.clubName}`,
    text: receiptText(order),
    attachments: [
      { filename: `receipt-${orderId}.pdf`, contentType: 'application/pdf', base64: pdf.toString('base64') },
    ],
  })
}
