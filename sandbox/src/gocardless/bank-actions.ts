import type { PageRequest } from '../provider/html.ts'
import { penceToRefund, tooLate, tooMuch } from '../provider/overview.ts'
import { type Context, save } from './account.ts'
import { isLive } from './charge-dates.ts'
import { activate, endMandate } from './mandates.ts'
import { failureDetails, isPaymentOutcome, mandateEnds, type PaymentOutcome } from './outcomes.ts'
import { cancelChargeback, chargeBack, fail } from './payments.ts'
import { bounceRefund, createRefund } from './refunds.ts'
import type { Payment } from './rows.ts'

/** Does what a form beside a row asks. @returns what to say of it */
export function act(
  context: Context,
  { do: what = '', id = '', outcome = '', amount = '' }: PageRequest['form'],
): string {
  const { account } = context
  const payment = account.rows.payments.get(id)
  const mandate = account.rows.mandates.get(id)
  const refund = account.rows.refunds.get(id)
  if (payment && what === 'outcome') {
    const { outcome: _before, ...own } = payment.own
    const chosen: PaymentOutcome | undefined = isPaymentOutcome(outcome) ? outcome : undefined
    save(context, 'payments', { ...payment, own: { ...own, ...(chosen && { outcome: chosen }) } })
  } else if (payment && what === 'refund' && hasArrived(payment)) {
    const pence = penceToRefund(payment.amount - payment.amount_refunded, amount)
    if (pence === null) return tooMuch
    createRefund(context, { amount: pence, links: { payment: payment.id } })
    return 'Refunded.'
  } else if (payment && what === 'late-failure' && hasArrived(payment)) {
    fail(context, payment, failureDetails.refer_to_payer)
  } else if (payment && what === 'charge-back' && hasArrived(payment)) {
    chargeBack(context, payment)
  } else if (payment?.status === 'charged_back' && what === 'cancel-charge-back') {
    cancelChargeback(context, payment)
  } else if (mandate && isLive(mandate) && mandate.status !== 'active' && what === 'activate') {
    activate(context, mandate)
  } else if (mandate && what === 'fail') {
    endMandate(context, mandate, 'failed', mandateEnds.noSuchAccount)
  } else if (mandate && what === 'cancel-at-bank') {
    endMandate(context, mandate, 'cancelled', mandateEnds.cancelledAtBank)
  } else if (mandate && what === 'close-account') {
    endMandate(context, mandate, 'cancelled', mandateEnds.accountClosed)
  } else if (mandate && what === 'expire') {
    endMandate(context, mandate, 'expired', mandateEnds.dormant)
  } else if (refund && what === 'bounce' && refund.status !== 'bounced') {
    bounceRefund(context, refund)
  } else {
    return tooLate
  }
  return 'Done.'
}

const hasArrived = ({ status }: Payment) => status === 'confirmed' || status === 'paid_out'
