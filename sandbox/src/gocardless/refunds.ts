import { addWorkingDays } from '../provider/working-days.ts'
import { type Context, record, save, today } from './account.ts'
import { inputOf } from './input.ts'
import { invalid, wrongState } from './refusal.ts'
import { newId, type Refund } from './rows.ts'

/** A confirmed payment can be given back, in parts too. `total_amount_confirmation` guards against two at once. */
export function createRefund(context: Context, body: unknown): Refund {
  const input = inputOf('refunds', body)
  const amount = input.amount('amount')
  const payment = context.account.rows.payments.get(input.within('links').text('payment') ?? '')
  if (!payment) input.within('links').wrong('payment', 'not found')
  const confirmation = input.whole('total_amount_confirmation', 0, 1_000_000_000)
  const reference = input.text('reference', 18)
  const metadata = input.metadata()
  input.check()
  if (!payment) throw new Error('the check above refuses it')
  if (payment.status !== 'confirmed' && payment.status !== 'paid_out')
    throw wrongState('refund_payment_invalid_state', 'The payment has not been confirmed, or has been lost')
  const refunded = payment.amount_refunded + amount
  if (refunded > payment.amount) throw invalid('refunds', { amount: 'must not exceed what is left of the payment' })
  if (confirmation !== null && confirmation !== refunded)
    throw wrongState('total_amount_confirmation_invalid', 'total_amount_confirmation does not match')
  save(context, 'payments', { ...payment, amount_refunded: refunded })
  const refund = save(context, 'refunds', {
    id: newId('RF'),
    created_at: context.now().toISOString(),
    amount,
    currency: 'GBP',
    reference,
    status: 'submitted',
    metadata,
    links: { payment: payment.id, ...(payment.links.mandate && { mandate: payment.links.mandate }) },
    own: { isSettled: false, submitOn: addWorkingDays(today(context), 1) },
  })
  happened(context, refund, 'created', 'refund_created', 'The refund has been created.', 'api')
  return refund
}

/** The next working day it has been sent to the payer. */
export function moveRefund(context: Context, refund: Refund, day: string): void {
  if (refund.status !== 'submitted' || refund.own.submitOn > day) return
  const paid = save(context, 'refunds', { ...refund, status: 'paid' })
  happened(context, paid, 'paid', 'refund_paid', 'The refund has been paid to the customer.', 'gocardless')
}

/** The payer's bank has sent it back. */
export function bounceRefund(context: Context, refund: Refund): Refund {
  const bounced = save(context, 'refunds', { ...refund, status: 'bounced' })
  happened(context, bounced, 'failed', 'refund_failed', 'The refund did not reach the customer.', 'bank')
  return bounced
}

const happened = (
  context: Context,
  refund: Refund,
  action: string,
  cause: string,
  description: string,
  origin: 'api' | 'gocardless' | 'bank',
) =>
  record(context, {
    resource: 'refunds',
    action,
    details: { origin, cause, description },
    links: { refund: refund.id, payment: refund.links.payment },
    metadata: refund.metadata,
  })
