import * as orders from '@honbu/contract/orders.ts'
import { serve } from '../platform/route.ts'
import { emailOrderReceipt } from './email-receipt.ts'
import { getOrderChoices } from './get-order-choices.ts'
import { getOrderReceipt } from './get-order-receipt.ts'
import { getOrder, getOrders } from './get-orders.ts'
import { getHandOuts, handOutOrderLine } from './hand-outs.ts'
import { placeOrder } from './place-order.ts'
import { quoteOrder } from './quote-order.ts'
import { returnOrderLine } from './return-line.ts'

export const serveOrders = serve(orders, {
  getOrderChoices,
  quoteOrder,
  placeOrder,
  getOrder,
  getOrders,
  getOrderReceipt,
  emailOrderReceipt,
  returnOrderLine,
  getHandOuts,
  handOutOrderLine,
})

export { sendReceipts } from './email-receipt.ts'
export { returnOrderLine } from './return-line.ts'
export { sellAt } from './sell-at.ts'
