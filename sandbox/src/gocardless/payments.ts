import { addWorkingDays, workingDayFrom } from '../provider/working-days.ts'
import { type Context, creditorOf, record, save, today } from './account.ts'
import { isLive, nextChargeDate } from './charge-dates.ts'
import type { EventDetails } from './event-details.ts'
import { inputOf } from './input.ts'
import { chargebackDetails, type FailureCause, failureDetails, type PaymentOutcome } from './outcomes.ts'
import { wrongState } from './refusal.ts'
import { type Mandate, newId, type Payment } from './rows.ts'

export function createPayment(context: Context, body: unknown): Payment {
  const input = inputOf('payments', body)
  const amount = input.amount('amount')
  const currency = input.text('currency')
  if (currency !== 'GBP') input.wrong('currency', currency ? 'is not the currency of the mandate' : "can't be blank")
  const mandate = context.account.rows.mandates.get(input.within('links').text('mandate') ?? '')
  if (!mandate) input.within('links').wrong('mandate', 'not found')
  const chargeDate = input.date('charge_date')
  const description = input.text('description')
  const reference = input.text('reference', 140)
  const retry = input.flag('retry_if_possible', false)
  const metadata = input.metadata()
  if (mandate && isLive(mandate) && chargeDate && chargeDate < nextChargeDate(context, mandate))
    input.wrong('charge_date', "must be on or after mandate's next_possible_charge_date")
  input.check()
  if (!mandate) throw new Error('the check above refuses it')
  if (!isLive(mandate))
    throw wrongState('mandate_is_inactive', 'The mandate for this payment is cancelled, failed or expired')
  return newPayment(context, mandate, { amount, chargeDate, description, reference, retry, metadata })
}

export function newPayment(
  context: Context,
  mandate: Mandate,
  given: {
    readonly amount: number
    readonly chargeDate: string | null
    readonly description: string | null
    readonly reference: string | null
    readonly retry: boolean
    readonly metadata: Payment['metadata']
    readonly subscription?: string
  },
): Payment {
  const payment = save(context, 'payments', {
    id: newId('PM'),
    created_at: context.now().toISOString(),
    amount: given.amount,
    amount_refunded: 0,
    charge_date: workingDayFrom(given.chargeDate ?? nextChargeDate(context, mandate)),
    currency: 'GBP',
    description: given.description,
    reference: given.reference,
    status: 'pending_submission',
    scheme: 'bacs',
    retry_if_possible: given.retry,
    metadata: given.metadata,
    links: {
      mandate: mandate.id,
      creditor: mandate.links.creditor,
      ...(given.subscription && { subscription: given.subscription }),
    },
    own: { customer: mandate.links.customer, attempts: 0 },
  })
  happened(context, payment, 'created', {
    origin: given.subscription ? 'gocardless' : 'api',
    cause: 'payment_created',
    description: given.subscription ? 'Payment created by a subscription.' : 'Payment created via the API.',
  })
  return payment
}

/** Instant bank pay: the payer has authorised it in his bank, and the money is there in moments. */
export function instantPayment(
  context: Context,
  given: Pick<Payment, 'amount' | 'description' | 'reference' | 'metadata'> & { readonly customer: string },
): Payment {
  const { customer, ...shownFields } = given
  const payment = save(context, 'payments', {
    ...shownFields,
    id: newId('PM'),
    created_at: context.now().toISOString(),
    amount_refunded: 0,
    charge_date: today(context),
    currency: 'GBP',
    status: 'submitted',
    scheme: 'faster_payments',
    retry_if_possible: false,
    links: { creditor: creditorOf(context).id },
    own: { customer, attempts: 1 },
  })
  const scheme = 'faster_payments'
  const created = { origin: 'api', cause: 'payment_created', description: 'Payment created via the API.' } as const
  happened(context, payment, 'created', created)
  const submitted = { origin: 'gocardless', cause: 'payment_submitted', description: submittedText } as const
  happened(context, payment, 'submitted', submitted)
  const outcome = context.byDefault().payment
  if (isFailure(outcome)) return fail(context, payment, { ...failureDetails[outcome], scheme })
  return confirm(context, payment)
}

export function cancelByApi(context: Context, payment: Payment): Payment {
  if (payment.status !== 'pending_submission')
    throw wrongState('cancellation_failed', 'Payment cannot be cancelled because it has already been submitted')
  return cancelPayment(context, payment, {
    origin: 'api',
    cause: 'payment_cancelled',
    description: 'The payment was cancelled at your request.',
  })
}

export function cancelPayment(context: Context, payment: Payment, details: EventDetails, parent?: string): Payment {
  const cancelled = save(context, 'payments', { ...payment, status: 'cancelled' })
  happened(context, cancelled, 'cancelled', details, parent ? { parent_event: parent } : {})
  return cancelled
}

const mostRetries = 3

export function retryPayment(context: Context, payment: Payment, body: unknown): Payment {
  const input = inputOf('data', body)
  const chargeDate = input.date('charge_date')
  const metadata = input.has('metadata') ? input.metadata() : payment.metadata
  const mandate = context.account.rows.mandates.get(payment.links.mandate ?? '')
  if (mandate && isLive(mandate) && chargeDate && chargeDate < nextChargeDate(context, mandate))
    input.wrong('charge_date', "must be on or after mandate's next_possible_charge_date")
  input.check()
  if (payment.status !== 'failed') throw wrongState('retry_failed', 'Only a failed payment can be retried')
  if (!mandate || !isLive(mandate))
    throw wrongState('mandate_is_inactive', 'The mandate for this payment is cancelled, failed or expired')
  if (payment.own.attempts > mostRetries)
    throw wrongState('retry_failed', 'The payment has been retried as often as is allowed')
  return resubmit(context, { ...payment, metadata }, workingDayFrom(chargeDate ?? nextChargeDate(context, mandate)), {
    origin: 'api',
    cause: 'payment_retried',
    description: 'An attempt to retry this payment was requested.',
  })
}

function resubmit(context: Context, payment: Payment, chargeDate: string, details: EventDetails): Payment {
  const { outcome: _past, ...own } = payment.own
  const again = save(context, 'payments', { ...payment, status: 'pending_submission', charge_date: chargeDate, own })
  happened(context, again, 'resubmission_requested', details)
  return again
}

export const outcomeOf = (context: Context, payment: Payment) => payment.own.outcome ?? context.byDefault().payment

const submittedText = 'Payment submitted to the banks. As a result, it can no longer be cancelled.'

export function submit(context: Context, payment: Payment): Payment {
  const own = { ...payment.own, attempts: payment.own.attempts + 1 }
  const submitted = save(context, 'payments', { ...payment, status: 'submitted', own })
  happened(context, submitted, 'submitted', {
    origin: 'gocardless',
    cause: 'payment_submitted',
    description: submittedText,
  })
  return submitted
}

export function confirm(context: Context, payment: Payment): Payment {
  // What comes next by default is settled here, so that a change of it later does not reach back.
  const own = { ...payment.own, outcome: outcomeOf(context, payment) }
  const confirmed = save(context, 'payments', { ...payment, status: 'confirmed', own })
  happened(context, confirmed, 'confirmed', {
    origin: 'gocardless',
    cause: 'payment_confirmed',
    description:
      'Enough time has passed since the payment was submitted for the banks to return an error, so this payment is now confirmed.',
  })
  return confirmed
}

export const isFailure = (outcome: PaymentOutcome): outcome is FailureCause => Object.hasOwn(failureDetails, outcome)

/** After it has been paid out it is a late failure, which is taken out of a payout. */
export function fail(context: Context, payment: Payment, details: EventDetails): Payment {
  const isLate = payment.status === 'paid_out'
  const settle = { on: addWorkingDays(today(context), 1), as: 'payment_failed' } as const
  const { outcome: _done, ...rest } = payment.own
  const own = isLate ? { ...rest, settle } : rest
  const failed = save(context, 'payments', { ...payment, status: 'failed', own })
  const isWorthIt = details.cause === 'insufficient_funds' || details.cause === 'refer_to_payer'
  const retries = payment.retry_if_possible && isWorthIt && payment.own.attempts <= mostRetries && !isLate
  happened(context, failed, 'failed', { ...details, will_attempt_retry: retries })
  if (!retries) return failed
  return resubmit(context, failed, addWorkingDays(today(context), 5), {
    origin: 'gocardless',
    cause: 'payment_autoretried',
    description: 'The payment was scheduled for resubmission automatically by GoCardless.',
  })
}

/** An indemnity claim: the payer has his money at once, the club loses it after fourteen working days. */
export function chargeBack(context: Context, payment: Payment): Payment {
  const settle = { on: addWorkingDays(today(context), 14), as: 'payment_charged_back' } as const
  const { outcome: _done, ...own } = payment.own
  const hasBeenPaidOut = payment.status === 'paid_out'
  const back = save(context, 'payments', {
    ...payment,
    status: 'charged_back',
    own: hasBeenPaidOut ? { ...own, settle } : own,
  })
  happened(context, back, 'charged_back', chargebackDetails)
  return back
}

/** The club has challenged the claim, and won. */
export function cancelChargeback(context: Context, payment: Payment): Payment {
  const { settle: _open, ...own } = payment.own
  const restored = save(context, 'payments', {
    ...payment,
    status: payment.links.payout ? 'paid_out' : 'confirmed',
    own,
  })
  happened(context, restored, 'chargeback_cancelled', {
    origin: 'bank',
    cause: 'payment_confirmed',
    description: 'The chargeback for this payment was reversed',
  })
  return restored
}

export const happened = (
  context: Context,
  payment: Payment,
  action: string,
  details: EventDetails,
  links: Readonly<Record<string, string>> = {},
) =>
  record(context, {
    resource: 'payments',
    action,
    details: { ...details, ...(details.scheme && { scheme: payment.scheme }) },
    links: { payment: payment.id, ...links },
    metadata: payment.metadata,
  })
