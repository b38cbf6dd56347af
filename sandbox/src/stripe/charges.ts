import { type Context, record, save, seconds, shown } from './account.ts'
import { enter, feeOf } from './balance.ts'
import { type ChargeOutcome, type Decline, declines } from './cards.ts'
import { openDispute } from './disputes.ts'
import { type Charge, type Failure, newId, type PaymentIntent, type PaymentMethod } from './rows.ts'

/** What becomes of the next charge: chosen for the card, else for all, else what its number means. */
export function outcomeOf(context: Context, method: PaymentMethod): ChargeOutcome {
  const byDefault = context.byDefault()
  return method.own.chosen ?? (byDefault === 'succeeds' ? method.own.onCharge : byDefault)
}

/** Of declines, how they are worded. */
export const declineOf = (outcome: ChargeOutcome): Decline | undefined =>
  outcome === 'succeeds' || outcome === 'disputed' ? undefined : declines[outcome]

/** Charges the card for the intent; a decline leaves a charge that failed. */
export function charge(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | undefined,
): Charge {
  const id = newId('ch')
  const entry = decline
    ? undefined
    : enter(context, {
        amount: intent.amount,
        fee: feeOf(intent.amount),
        source: id,
        type: 'charge',
        category: 'charge',
        description: intent.description,
      })
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card
  const made = save(context, 'charges', {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: entry?.id ?? null,
    billing_details: method.billing_details,
    captured: !decline,
    created: seconds(context.now()),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: decline
      ? {
          network_status: 'declined_by_network',
          reason: decline.decline_code,
          risk_level: 'normal',
          seller_message: 'The bank returned a decline.',
          type: 'issuer_declined',
        }
      : {
          network_status: 'approved_by_network',
          reason: null,
          risk_level: 'normal',
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: { amount_authorized: intent.amount, brand, country, exp_month, exp_year, fingerprint, funding, last4 },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
    own: {},
  })
  record(context, decline ? 'charge.failed' : 'charge.succeeded', made)
  return made
}

/** Some are disputed as soon as they are paid. */
export function disputeWhereDue(context: Context, made: Charge, outcome: ChargeOutcome): void {
  if (outcome === 'disputed') openDispute(context, made)
}

/** The error beside an intent. */
export const failureOf = (decline: Decline, method: PaymentMethod, failed?: Charge): Failure => ({
  type: 'card_error',
  code: decline.code,
  decline_code: decline.decline_code,
  message: decline.message,
  doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
  ...(failed && { charge: failed.id }),
  payment_method: shown(method),
})
