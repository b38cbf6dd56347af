import { addWorkingDays } from '../provider/working-days.ts'
import { type Context, creditorOf, record, save, today } from './account.ts'
import { isLive, nextChargeDate } from './charge-dates.ts'
import type { EventDetails } from './event-details.ts'
import { inputOf } from './input.ts'
import { mandateEnds } from './outcomes.ts'
import { cancelPayment } from './payments.ts'
import { wrongState } from './refusal.ts'
import { type Mandate, type Metadata, newId } from './rows.ts'
import { endSubscription } from './subscriptions.ts'

export function createMandate(context: Context, body: unknown): Mandate {
  const input = inputOf('mandates', body)
  const bankAccount = context.account.rows.customer_bank_accounts.get(
    input.within('links').text('customer_bank_account') ?? '',
  )
  const scheme = input.oneOf('scheme', ['bacs'])
  const reference = input.text('reference', 18)
  const metadata = input.metadata()
  if (!bankAccount) input.within('links').wrong('customer_bank_account', 'not found')
  input.check()
  if (!bankAccount?.enabled)
    throw wrongState('bank_account_disabled', 'This bank account has been disabled, and cannot be used')
  const { customer } = bankAccount.links
  return newMandate(context, { customer, bankAccount: bankAccount.id, scheme: scheme ?? 'bacs', reference, metadata })
}

export function newMandate(
  context: Context,
  given: {
    readonly customer: string
    readonly bankAccount: string
    readonly scheme: 'bacs'
    readonly reference?: string | null
    readonly metadata: Metadata
  },
): Mandate {
  const madeOn = today(context)
  const mandate = save(context, 'mandates', {
    id: newId('MD'),
    created_at: context.now().toISOString(),
    reference: given.reference ?? newId('HON').slice(0, 10),
    status: 'pending_submission',
    scheme: given.scheme,
    next_possible_charge_date: null,
    payments_require_approval: false,
    mandate_type: 'bank_debit',
    metadata: given.metadata,
    links: { creditor: creditorOf(context).id, customer: given.customer, customer_bank_account: given.bankAccount },
    own: {
      madeOn,
      submitOn: addWorkingDays(madeOn, 1),
      activeOn: addWorkingDays(madeOn, 3),
      usedOn: madeOn,
      ...(context.byDefault().mandate === 'failed' && { willFail: true }),
    },
  })
  happened(context, mandate, 'created', {
    origin: 'api',
    cause: 'mandate_created',
    description: 'Mandate created via the API.',
  })
  return mandate
}

/** As the API shows it: when the next payment could be taken moves on with every day. */
export const withNextChargeDate = (context: Context, mandate: Mandate): Mandate => ({
  ...mandate,
  next_possible_charge_date: isLive(mandate) ? nextChargeDate(context, mandate) : null,
})

export function cancelMandate(context: Context, mandate: Mandate): Mandate {
  if (!isLive(mandate)) throw wrongState('cancellation_failed', 'Mandate is already cancelled, failed or expired')
  return endMandate(context, mandate, 'cancelled', mandateEnds.byApi)
}

/** Ends the mandate with what depends on it: payments that have not been handed in, and subscriptions. */
export function endMandate(
  context: Context,
  mandate: Mandate,
  status: 'cancelled' | 'failed' | 'expired',
  details: EventDetails,
): Mandate {
  if (!isLive(mandate)) return mandate
  const ended = save(context, 'mandates', { ...mandate, status })
  const event = happened(context, ended, status, details)
  const { payments, subscriptions } = context.account.rows
  for (const payment of payments.linkedTo(mandate.id)) {
    if (payment.status !== 'pending_submission') continue
    const description = 'The mandate for this payment was cancelled or failed.'
    cancelPayment(context, payment, { ...details, cause: 'mandate_cancelled', description }, event.id)
  }
  for (const subscription of subscriptions.linkedTo(mandate.id)) {
    if (subscription.status !== 'active' && subscription.status !== 'paused') continue
    const description = 'The mandate for this subscription was cancelled or failed.'
    endSubscription(context, subscription, 'cancelled', { ...details, description })
  }
  return ended
}

export function reinstateMandate(context: Context, mandate: Mandate): Mandate {
  if (mandate.status === 'failed') throw wrongState('mandate_not_inactive', 'A failed mandate cannot be reinstated')
  if (isLive(mandate)) throw wrongState('mandate_not_inactive', 'Mandate is not cancelled or expired')
  const day = today(context)
  const { willFail: _past, ...own } = mandate.own
  const reinstated = save(context, 'mandates', {
    ...mandate,
    status: 'pending_submission',
    own: { ...own, madeOn: day, submitOn: addWorkingDays(day, 1), activeOn: addWorkingDays(day, 3), usedOn: day },
  })
  happened(context, reinstated, 'resubmission_requested', {
    origin: 'api',
    cause: 'resubmission_requested',
    description: 'An attempt to reinstate this mandate was requested.',
  })
  return reinstated
}

/** What the day brings: it is sent to the banks, and some days later nobody has refused it. */
export function moveMandate(context: Context, mandate: Mandate, day: string): void {
  if (mandate.status === 'pending_submission' && mandate.own.submitOn <= day) {
    const submitted = save(context, 'mandates', { ...mandate, status: 'submitted' })
    happened(context, submitted, 'submitted', {
      origin: 'gocardless',
      cause: 'mandate_submitted',
      description: 'The mandate has been submitted to the banks.',
    })
  } else if (mandate.status === 'submitted' && mandate.own.activeOn <= day) {
    if (mandate.own.willFail) endMandate(context, mandate, 'failed', mandateEnds.noSuchAccount)
    else activate(context, mandate)
  }
}

export function activate(context: Context, mandate: Mandate): void {
  const active = save(context, 'mandates', { ...mandate, status: 'active' })
  happened(context, active, 'active', {
    origin: 'gocardless',
    cause: 'mandate_activated',
    description:
      'The time window after submission for the banks to refuse a mandate has ended without any errors being received, so this mandate is now active.',
  })
}

const happened = (context: Context, mandate: Mandate, action: string, details: EventDetails) =>
  record(context, {
    resource: 'mandates',
    action,
    details,
    links: { mandate: mandate.id },
    metadata: mandate.metadata,
  })
