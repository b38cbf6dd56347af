import { addWorkingDays } from '../provider/working-days.ts'
import type { Context } from './account.ts'
import { isLive } from './charge-dates.ts'
import { endMandate } from './mandates.ts'
import { type FailureCause, failureDetails, mandateEnds } from './outcomes.ts'
import { chargeBack, confirm, fail, isFailure, outcomeOf, submit } from './payments.ts'
import type { Payment } from './rows.ts'

/** Bacs takes three days: input, processing and, on the charge date, entry. */
const submitsOn = (payment: Payment) => addWorkingDays(payment.charge_date, -2)
/** The banks have until the next working day to send it back. */
const knownOn = (payment: Payment) => addWorkingDays(payment.charge_date, 1)
const paidOutOn = (payment: Payment) => addWorkingDays(payment.charge_date, 2)
/** A late failure, or an indemnity claim. */
const lostOn = (payment: Payment) => addWorkingDays(payment.charge_date, 3)

/** What the day brings. Paying out is the account's matter as a whole: see payouts.ts. */
export function movePayment(context: Context, payment: Payment, day: string): void {
  const mandate = context.account.rows.mandates.get(payment.links.mandate ?? '')
  if (payment.status === 'pending_submission' && submitsOn(payment) <= day) {
    submit(context, payment)
  } else if (payment.status === 'submitted' && knownOn(payment) <= day) {
    const outcome = outcomeOf(context, payment)
    if (mandate && !isLive(mandate)) fail(context, payment, failureDetails.mandate_cancelled)
    else if (isFailure(outcome)) failFor(context, payment, outcome)
    else confirm(context, payment)
  } else if (payment.status === 'paid_out' && lostOn(payment) <= day) {
    // By default only once: what was chosen to be lost is not lost again by a later default.
    const outcome = payment.own.outcome
    if (outcome === 'late_failure') fail(context, payment, failureDetails.refer_to_payer)
    else if (outcome === 'charged_back') chargeBack(context, payment)
  }
}

export const isToBePaidOut = (payment: Payment, day: string) =>
  payment.status === 'confirmed' && paidOutOn(payment) <= day

/** Fails the payment, and ends the mandate where the bank says so. */
export function failFor(context: Context, payment: Payment, cause: FailureCause): Payment {
  const failed = fail(context, payment, failureDetails[cause])
  const mandate = context.account.rows.mandates.get(payment.links.mandate ?? '')
  if (mandate && cause === 'bank_account_closed') endMandate(context, mandate, 'cancelled', mandateEnds.accountClosed)
  if (mandate && cause === 'mandate_cancelled') endMandate(context, mandate, 'cancelled', mandateEnds.cancelledAtBank)
  return failed
}
