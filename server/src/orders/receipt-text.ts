import { currency, longDate } from '@honbu/contract/format.ts'
import { vatRows } from '@honbu/contract/vat.ts'
import type { OrderRecord } from './read-order.ts'

/** The receipt as the message says it. */
export function receiptText(order: OrderRecord): string {
  const several = new Set(order.lines.map(({ memberId }) => memberId)).size > 1
  const lines = order.lines.flatMap(line => [
    `${lineTitle(line)}${several ? ` (for ${line.memberName})` : ''}: ${currency(line.price)}`,
    ...lineNotes(line).map(note => `   ${note}`),
  ])
  return [
    order.clubName,
    order.clubAddress,
    ...(order.vatNumber ? [`VAT number ${order.vatNumber}`] : []),
    `Receipt ${order.orderId}, ${longDate(order.orderedOn)}, for ${order.memberName}`,
    '',
    ...lines,
    '',
    ...sums(order).map(([what, amount]) => `${what}: ${amount}`),
    '',
    'Thank you.',
  ]
    .filter((text, index) => text !== '' || index > 1)
    .join('\n')
}

type Line = OrderRecord['lines'][number]

export const lineTitle = ({ quantity, label }: Line) => (quantity === 1 ? label : `${quantity} × ${label}`)

/** What else is to say of a line: discounts with their reason, what comes later, what was brought back. */
export function lineNotes({
  fullPrice,
  discounts,
  preOrdered,
  handedOutAt,
  returnedAt,
  returnedQuantity,
  quantity,
  vatRate,
}: Line): string[] {
  const waits = preOrdered === quantity ? 'Ordered ahead' : `${preOrdered} of ${quantity} ordered ahead`
  return [
    ...(vatRate ? [vatRate] : []),
    ...(discounts.length > 0
      ? [
          `${currency(fullPrice)}${quantity > 1 ? ` for ${quantity}` : ''} less ${discounts.map(cut => `${cut.name} ${currency(cut.amount)}`).join(', ')}`,
        ]
      : []),
    ...(preOrdered > 0 && !returnedAt ? [handedOutAt ? 'Handed out' : `${waits}: handed out when it comes`] : []),
    ...(returnedAt ? ['Taken back'] : []),
    ...(!returnedAt && returnedQuantity > 0 ? [`${returnedQuantity} of ${quantity} taken back`] : []),
  ]
}

export function sums(order: OrderRecord): [string, string][] {
  const paid = order.payments.map(({ paymentMethod, reference, amount, returned }): [string, string] => [
    `Paid by ${paymentMethod.toLowerCase()}${reference ? ` (${reference})` : ''}${returned > 0 ? `, ${currency(returned)} given back` : ''}`,
    currency(amount),
  ])
  return [
    ['Total', currency(order.total)],
    ...vatRows(order.vat),
    ...paid,
    ...(order.outstanding > 0 ? [['Still to pay', currency(order.outstanding)] as [string, string]] : []),
  ]
}
