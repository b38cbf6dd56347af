import { control } from '../provider/controls.ts'
import type { PageRequest } from '../provider/html.ts'
import { londonDate } from '../provider/working-days.ts'
import { type Account, type Context, save } from './account.ts'
import type { Bank } from './bank.ts'
import { isLive } from './charge-dates.ts'
import { activate, endMandate } from './mandates.ts'
import { failureDetails, isMandateOutcome, isPaymentOutcome, mandateEnds, type PaymentOutcome } from './outcomes.ts'
import { cancelChargeback, chargeBack, fail } from './payments.ts'
import { bounceRefund, createRefund } from './refunds.ts'
import type { Payment } from './rows.ts'

/** Does what a form of the page asks. @returns what to say of it */
export async function act(bank: Bank, account: Account | undefined, form: PageRequest['form']): Promise<string> {
  const { world } = bank
  const controlled = control(form, { moveTo: world.moveTo, today: () => londonDate(world.now()), set: world.set })
  if (controlled) return 'Done.'
  if (form.do === 'defaults') {
    const { payment = '', mandate = '' } = form
    if (isPaymentOutcome(payment) && isMandateOutcome(mandate)) world.set({ byDefault: { payment, mandate } })
    return 'Saved.'
  }
  if (form.do === 'deliver') {
    const { delivered, failed } = await bank.deliver()
    return `${delivered} events delivered, ${failed} refused or unanswered.`
  }
  if (!account) return ''
  if (form.do === 'endpoint') {
    const isAddress = /^https?:\/\//.test(form.url ?? '')
    const endpoint = isAddress ? { url: form.url ?? '', secret: form.secret ?? '' } : undefined
    bank.setEndpointOf(account, endpoint)
    return 'Saved.'
  }
  return decide(bank, account, form)
}

function decide(
  bank: Bank,
  account: Account,
  { do: what = '', id = '', outcome = '', amount = '' }: PageRequest['form'],
): string {
  const context = bank.contextOf(account)
  const payment = account.rows.payments.get(id)
  const mandate = account.rows.mandates.get(id)
  const refund = account.rows.refunds.get(id)
  if (payment && what === 'outcome') {
    const { outcome: _before, ...own } = payment.own
    const chosen: PaymentOutcome | undefined = isPaymentOutcome(outcome) ? outcome : undefined
    save(context, 'payments', { ...payment, own: { ...own, ...(chosen && { outcome: chosen }) } })
  } else if (payment && what === 'refund' && hasArrived(payment)) {
    return refundByHand(context, payment, amount)
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
    return 'That is not possible any more.'
  }
  return 'Done.'
}

/** As on the provider's own site: all that is left, or the pounds that are given. */
function refundByHand(context: Context, payment: Payment, pounds: string): string {
  const left = payment.amount - payment.amount_refunded
  const amount = pounds.trim() === '' ? left : Math.round(Number(pounds) * 100)
  if (!(amount > 0 && amount <= left)) return 'That is more than is left of it, or nothing.'
  createRefund(context, { amount, links: { payment: payment.id } })
  return 'Refunded.'
}

const hasArrived = ({ status }: Payment) => status === 'confirmed' || status === 'paid_out'
