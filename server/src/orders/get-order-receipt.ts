import type { Input } from '@honbu/contract/endpoint.ts'
import type { getOrderReceipt as call } from '@honbu/contract/orders.ts'
import type { Read } from '../platform/route.ts'
import { orderOf } from './get-orders.ts'
import { receiptPdf } from './receipt-pdf.ts'

export async function getOrderReceipt({ db }: Read, { id, orderId }: Input<typeof call>) {
  const pdf = await receiptPdf(await orderOf(db, id, orderId))
  return {
    fileName: `receipt-${orderId}.pdf`,
    contentType: 'application/pdf' as const,
    base64: pdf.toString('base64'),
  }
}
