import { type Context, given, record, save, seconds } from './account.ts'
import { enter } from './balance.ts'
import type { Input } from './form.ts'
import { invalid, missing, wrongState } from './refusal.ts'
import { type Charge, newId, type Refund } from './rows.ts'

export function createRefund(context: Context, input: Input): Refund {
  const charge = chargeOf(context, input)
  if (charge.status !== 'succeeded')
    throw wrongState('This charge was not successful, so it cannot be refunded.', { param: 'charge' })
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw wrongState(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (charge.disputed)
    throw wrongState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  const amount = input.whole('amount', 1, 99_999_999) ?? left
  if (amount > left)
    throw invalid(`Refund amount (${sum(amount)}) is greater than unrefunded amount on charge (${sum(left)})`, 'amount')
  const reason = input.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer'])
  const metadata = input.metadata()
  const id = newId('re')
  const entry = enter(context, {
    amount: -amount,
    fee: 0,
    source: id,
    type: 'refund',
    category: 'refund',
    description: 'REFUND FOR CHARGE',
  })
  const amount_refunded = charge.amount_refunded + amount
  const changed = save(context, 'charges', {
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  })
  const refund = save(context, 'refunds', {
    id,
    object: 'refund',
    amount,
    balance_transaction: entry.id,
    charge: charge.id,
    created: seconds(context.now()),
    currency: 'gbp',
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    status: 'succeeded',
    own: {},
  })
  record(context, 'refund.created', refund)
  record(context, 'charge.refunded', changed)
  return refund
}

function chargeOf(context: Context, input: Input): Charge {
  const charge = input.text('charge')
  if (charge) return given(context, 'charges', charge, 'charge')
  const intentId = input.text('payment_intent')
  if (!intentId) throw missing('charge')
  const intent = given(context, 'payment_intents', intentId, 'payment_intent')
  if (!intent.latest_charge)
    throw wrongState('This PaymentIntent does not have a successful charge to refund.', { param: 'payment_intent' })
  return given(context, 'charges', intent.latest_charge, 'payment_intent')
}

const sum = (pence: number) => `£${(pence / 100).toFixed(2)}`

/** The card's bank has sent it back: the account gets it again. */
export function failRefund(context: Context, refund: Refund): Refund {
  enter(context, {
    amount: refund.amount,
    fee: 0,
    source: refund.id,
    type: 'refund',
    category: 'refund_failure',
    description: 'REFUND FAILURE',
  })
  const charge = given(context, 'charges', refund.charge, 'charge')
  const amount_refunded = charge.amount_refunded - refund.amount
  save(context, 'charges', { ...charge, amount_refunded, refunded: false })
  const failed = save(context, 'refunds', { ...refund, status: 'failed' })
  record(context, 'refund.failed', failed)
  return failed
}
