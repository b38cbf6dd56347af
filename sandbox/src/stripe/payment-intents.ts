import { type Context, find, record, save, seconds, shown } from './account.ts'
import { declines } from './cards.ts'
import { charge, declineOf, disputeWhereDue, failureOf, outcomeOf } from './charges.ts'
import { attach, liveCustomer, methodGiven } from './customers.ts'
import type { Input } from './form.ts'
import { invalid, missing, Refusal, wrongState } from './refusal.ts'
import { type Metadata, newId, type PaymentIntent, type PaymentMethod } from './rows.ts'

export function createPaymentIntent(context: Context, input: Input): PaymentIntent {
  const amount = amountOf(input)
  const currency = input.needed('currency').toLowerCase()
  if (currency !== 'gbp') throw invalid(`Invalid currency: ${currency}. The sandbox takes gbp.`, 'currency')
  const customer = input.text('customer')
  if (customer) liveCustomer(context, customer, 'customer')
  if (input.text('capture_method') === 'manual')
    throw invalid('The sandbox takes the money at once: capture_method cannot be manual.', 'capture_method')
  const methodId = input.text('payment_method')
  const method = methodId ? methodGiven(context, methodId, 'payment_method') : undefined
  if (method) demandOwn(method, customer)
  if (input.flag('off_session') && !input.flag('confirm'))
    throw invalid('off_session can only be set when confirm is true.', 'off_session')
  const intent = newPaymentIntent(context, {
    amount,
    customer,
    description: input.text('description'),
    metadata: input.metadata(),
    receipt_email: input.text('receipt_email'),
    setup_future_usage: input.oneOf('setup_future_usage', ['off_session', 'on_session']),
    payment_method: method?.id ?? null,
  })
  return input.flag('confirm') ? confirmIntent(context, intent, input) : intent
}

function amountOf(input: Input): number {
  input.needed('amount')
  const amount = input.whole('amount', 1, 99_999_999) ?? 0
  if (amount < 30) throw invalid('Amount must be at least £0.30 gbp', 'amount', 'amount_too_small')
  return amount
}

interface NewIntent {
  readonly amount: number
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Metadata
  readonly receipt_email: string | null
  readonly setup_future_usage: string | null
  readonly payment_method: string | null
}

export function newPaymentIntent(context: Context, given: NewIntent): PaymentIntent {
  const id = newId('pi')
  const intent = save(context, 'payment_intents', {
    ...given,
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: seconds(context.now()),
    currency: 'gbp',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method_types: ['card'],
    statement_descriptor: null,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    own: {},
  })
  record(context, 'payment_intent.created', intent)
  return intent
}

function demandOwn(method: PaymentMethod, customer: string | null): void {
  if (!method.customer || method.customer === customer) return
  throw wrongState(
    customer
      ? 'The provided PaymentMethod cannot be attached. It belongs to another customer.'
      : 'The PaymentMethod belongs to a customer. Please include the customer in the customer parameter on the PaymentIntent.',
    { param: 'payment_method' },
  )
}

export function updateIntent(context: Context, intent: PaymentIntent, input: Input): PaymentIntent {
  demandOpen(intent, 'update')
  const methodId = input.text('payment_method')
  const method = methodId ? methodGiven(context, methodId, 'payment_method') : undefined
  if (method) demandOwn(method, intent.customer)
  return save(context, 'payment_intents', {
    ...intent,
    amount: input.has('amount') ? amountOf(input) : intent.amount,
    description: input.has('description') ? input.text('description') : intent.description,
    metadata: input.has('metadata') ? input.metadata(intent.metadata) : intent.metadata,
    ...(method && { payment_method: method.id, status: 'requires_confirmation' as const }),
  })
}

export function confirmIntent(context: Context, intent: PaymentIntent, input: Input): PaymentIntent {
  const id = input.text('payment_method') ?? intent.payment_method
  if (!id) throw missing('payment_method')
  const method = methodGiven(context, id, 'payment_method')
  demandOwn(method, intent.customer)
  return pay(context, intent, method, {
    returnUrl: input.text('return_url'),
    isOffSession: input.flag('off_session') || input.text('off_session') === 'one_off',
    isAuthenticated: false,
  })
}

export interface How {
  readonly returnUrl: string | null
  /** The payer is not there to confirm himself to his bank. */
  readonly isOffSession: boolean
  readonly isAuthenticated: boolean
}

/** Charges the card. @throws Refusal 402 where it is declined */
export function pay(context: Context, intent: PaymentIntent, method: PaymentMethod, how: How): PaymentIntent {
  demandOpen(intent, 'confirm')
  const outcome = outcomeOf(context, method)
  const mustAsk = outcome === 'authentication_required' || method.own.asksOnce
  if (mustAsk && !how.isAuthenticated && !how.isOffSession) return askPayer(context, intent, method, how.returnUrl)
  const isUnasked = mustAsk && !how.isAuthenticated
  const decline = isUnasked
    ? declines.authentication_required
    : declineOf(outcome === 'authentication_required' ? 'succeeds' : outcome)
  if (decline) {
    const failedCharge = charge(context, intent, method, decline)
    const last_payment_error = failureOf(decline, method, failedCharge)
    const failed = save(context, 'payment_intents', {
      ...intent,
      last_payment_error,
      latest_charge: failedCharge.id,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    })
    record(context, 'payment_intent.payment_failed', failed)
    throw new Refusal(402, 'card_error', decline.message, {
      charge: failedCharge.id,
      code: decline.code,
      decline_code: decline.decline_code,
      payment_intent: shown(failed),
      payment_method: shown(method),
    })
  }
  const made = charge(context, intent, method, undefined)
  if (intent.setup_future_usage && intent.customer) {
    const known = save(context, 'payment_methods', { ...method, own: { ...method.own, asksOnce: false } })
    attach(context, known, intent.customer)
  }
  const paid = save(context, 'payment_intents', {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  record(context, 'payment_intent.succeeded', paid)
  disputeWhereDue(context, made, outcome)
  return paid
}

function askPayer(context: Context, intent: PaymentIntent, method: PaymentMethod, returnUrl: string | null) {
  const asked = save(context, 'payment_intents', {
    ...intent,
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { url: `${context.pages()}/authenticate/${intent.id}`, return_url: returnUrl },
    },
    payment_method: method.id,
    status: 'requires_action',
  })
  record(context, 'payment_intent.requires_action', asked)
  return asked
}

/** The payer did not confirm himself to his bank. */
export function failAuthentication(context: Context, intent: PaymentIntent): PaymentIntent {
  const method = find(context, 'payment_methods', intent.payment_method ?? '')
  const decline = {
    code: 'payment_intent_authentication_failure',
    decline_code: 'authentication_required',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
  const failed = save(context, 'payment_intents', {
    ...intent,
    last_payment_error: failureOf(decline, method),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  record(context, 'payment_intent.payment_failed', failed)
  return failed
}

export function cancelIntent(context: Context, intent: PaymentIntent, input: Input): PaymentIntent {
  demandOpen(intent, 'cancel')
  const reasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const
  const cancelled = save(context, 'payment_intents', {
    ...intent,
    canceled_at: seconds(context.now()),
    cancellation_reason: input.oneOf('cancellation_reason', reasons),
    next_action: null,
    status: 'canceled',
  })
  record(context, 'payment_intent.canceled', cancelled)
  return cancelled
}

function demandOpen(intent: PaymentIntent, what: string): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return
  const why = intent.status === 'succeeded' ? 'it has already succeeded' : 'it has a status of canceled'
  throw wrongState(`You cannot ${what} this PaymentIntent because ${why}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: shown(intent),
  })
}
