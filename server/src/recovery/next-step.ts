import { addDays } from '@honbu/contract/calendar.ts'
import type { FailureReason, RecoveryStep } from '@honbu/contract/recovery.ts'
import { disputeCauses } from '../collections/index.ts'
import { workingDaysAfter } from '../plans/index.ts'

/** Bacs and the provider allow a failed payment to be handed in again three times. */
const mostRetries = 3

/** Reasons for which the same mandate, or the same card, is worth trying again. */
const worthRetrying: readonly FailureReason[] = ['insufficientFunds', 'referToPayer', 'cardNotReached', 'cardDeclined']

/** A card that was declined without a reason is tried once more: a bank that goes on saying no means it. */
const mostDeclines = 2

export interface Failed {
  readonly reason: FailureReason
  /** How often it was handed in so far; 1: it has failed for the first time. */
  readonly attempts: number
  /** The club's plan: days after each failure. */
  readonly plan: readonly number[]
  /** Of the mandate that it failed on, as the provider says it; null: it was no direct debit. */
  readonly mandateState: string | null
  /** By a card that is kept: whether the member still has one; null: it was no such card. */
  readonly hasCard: boolean | null
  /** The provider has said that it tries again by itself. */
  readonly willProviderRetry: boolean
  /** The payer disputes another payment by the same mandate or card. */
  readonly isHeld: boolean
  /** The day on which it failed. */
  readonly today: string
}

export type NextStep =
  | { readonly step: Exclude<RecoveryStep, 'retry'>; readonly retryOn: null }
  | { readonly step: 'retry'; readonly retryOn: string }

/** What comes next after a collection has failed. */
export function nextStep(failed: Failed): NextStep {
  const { reason, attempts, plan, mandateState, hasCard, willProviderRetry, isHeld, today } = failed
  // Nobody who disputes a payment is asked for it, or for another, before someone has talked to them.
  if (reason === 'disputed' || isHeld) return only('talk')
  if (willProviderRetry) return only('provider')
  if (hasCard !== null) return nextOfCard({ ...failed, hasCard })
  if (mandateState === null) return only('person')
  if (reason === 'noAccount' || reason === 'mandateEnded') return only('mandate')
  if (dead.includes(mandateState)) return only('mandate')
  const days = attempts <= mostRetries ? plan[attempts - 1] : undefined
  if (days === undefined || mandateState !== 'active' || !worthRetrying.includes(reason)) return only('person')
  return { step: 'retry', retryOn: workingDaysAfter(addDays(today, days - 1), 1) }
}

function nextOfCard({ reason, attempts, plan, hasCard, today }: Failed & { hasCard: boolean }): NextStep {
  // The bank lets only the payer himself pay: no retry without him can succeed.
  if (reason === 'needsConfirmation') return only('confirm')
  if (reason === 'cardEnded' || !hasCard) return only('card')
  if (reason === 'cardDeclined' && attempts >= mostDeclines) return only('card')
  const days = attempts <= mostRetries ? plan[attempts - 1] : undefined
  if (days === undefined || !worthRetrying.includes(reason)) return only('person')
  // Cards work on every day.
  return { step: 'retry', retryOn: addDays(today, days) }
}

const dead = ['failed', 'cancelled', 'expired', 'consumed', 'blocked']

const only = (step: Exclude<RecoveryStep, 'retry'>): NextStep => ({ step, retryOn: null })

/** By the causes of GoCardless (https://developer.gocardless.com/api-reference/#events-payment-causes). */
const reasonOfCause: Readonly<Record<string, FailureReason>> = {
  insufficient_funds: 'insufficientFunds',
  refer_to_payer: 'referToPayer',
  bank_account_closed: 'noAccount',
  bank_account_transferred: 'noAccount',
  invalid_bank_details: 'noAccount',
  direct_debit_not_enabled: 'noAccount',
  mandate_cancelled: 'mandateEnded',
  mandate_expired: 'mandateEnded',
  mandate_suspended: 'mandateEnded',
  ...Object.fromEntries(disputeCauses.map(cause => [cause, 'disputed'])),
}

/** @param state of the payment: what was charged back was disputed, whatever the bank calls it */
export const reasonOf = (cause: string, state: string): FailureReason =>
  state === 'charged_back' ? 'disputed' : (reasonOfCause[cause] ?? 'unknown')
