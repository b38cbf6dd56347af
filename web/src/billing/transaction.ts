import type { getPayments, Transaction as Row } from '@honbu/contract/billing.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import type * as z from 'zod/mini'

export type Transaction = z.infer<typeof Row>
export type Payment = Output<typeof getPayments>[number]

export const returnTitles = {
  correction: 'Taken back',
  refund: 'Refunded',
  failed: 'Failed',
  charged_back: 'Taken back by the bank',
}

export const paymentTitle = ({ paymentMethod, returnReason }: Payment) =>
  returnReason ? [returnTitles[returnReason], paymentMethod].filter(Boolean).join(' · ') : paymentMethod || 'Payment'
