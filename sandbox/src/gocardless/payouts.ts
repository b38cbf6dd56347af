import { type Context, creditorOf, record, save } from './account.ts'
import { isToBePaidOut } from './collecting.ts'
import { newId, type Payment, type PayoutItem, type Refund } from './rows.ts'

/** What is taken of a payment: 1 % and 20 pence, £4 at most (the published price of a Bacs payment). */
const feeOf = (pence: number) => Math.min(Math.round(pence * 0.01 + 20), 400)

/**
 * Pays out what is due on this day, less what was lost and refunded. Where that leaves nothing, all of it waits for a
 * better day.
 */
export function payOut(context: Context, day: string, due: Due): void {
  const { paid, lost, refunds } = due
  const items: PayoutItem[] = [
    ...paid.flatMap(payment => [
      item('payment_paid_out', payment.amount, { payment: payment.id }),
      item('gocardless_fee', -feeOf(payment.amount), { payment: payment.id }),
    ]),
    ...lost.map(payment => item(payment.own.settle?.as ?? 'payment_failed', -payment.amount, { payment: payment.id })),
    ...refunds.map(refund => item('refund', -refund.amount, { refund: refund.id, payment: refund.links.payment })),
  ]
  const amount = sumOf(items)
  if (amount <= 0) return

  const creditor = creditorOf(context)
  const payout = save(context, 'payouts', {
    id: newId('PO'),
    created_at: context.now().toISOString(),
    amount,
    arrival_date: day,
    currency: 'GBP',
    deducted_fees: -sumOf(items.filter(({ type }) => type === 'gocardless_fee')),
    payout_type: 'merchant',
    reference: newId('HONBU-').slice(0, 12),
    status: 'paid',
    metadata: {},
    links: { creditor: creditor.id, creditor_bank_account: creditor.links.default_gbp_payout_account },
    own: { items },
  })
  const event = record(context, {
    resource: 'payouts',
    action: 'paid',
    details: { origin: 'gocardless', cause: 'payout_paid', description: 'GoCardless has transferred the payout.' },
    links: { payout: payout.id },
  })
  const links = { payout: payout.id, parent_event: event.id }
  for (const payment of paid) {
    const out = save(context, 'payments', {
      ...payment,
      status: 'paid_out',
      links: { ...payment.links, payout: payout.id },
    })
    tell(context, out, 'paid_out', 'payment_paid_out', 'The payment has been paid out by GoCardless.', links)
  }
  for (const payment of lost) settleLoss(context, payment, links)
  for (const refund of refunds) {
    const settled = save(context, 'refunds', { ...refund, own: { ...refund.own, isSettled: true } })
    record(context, {
      resource: 'refunds',
      action: 'refund_settled',
      details: {
        origin: 'gocardless',
        cause: 'refund_settled',
        description: 'The refund has been settled against a payout.',
      },
      links: { refund: settled.id, ...links },
      metadata: settled.metadata,
    })
  }
}

function settleLoss(context: Context, payment: Payment, links: Readonly<Record<string, string>>): void {
  const isClaim = payment.own.settle?.as === 'payment_charged_back'
  const { settle: _settled, ...own } = payment.own
  const settled = save(context, 'payments', { ...payment, own })
  if (isClaim) {
    const text = 'This charged back payment has been settled against a payout.'
    tell(context, settled, 'chargeback_settled', 'chargeback_settled', text, links)
  } else {
    const text = 'This late failed payment has been settled against a payout.'
    tell(context, settled, 'late_failure_settled', 'late_failure_settled', text, links)
  }
}

function tell(
  context: Context,
  payment: Payment,
  action: string,
  cause: string,
  description: string,
  links: Readonly<Record<string, string>>,
) {
  record(context, {
    resource: 'payments',
    action,
    details: { origin: 'gocardless', cause, description },
    links: { payment: payment.id, ...links },
    metadata: payment.metadata,
  })
}

export interface Due {
  readonly paid: readonly Payment[]
  readonly lost: readonly Payment[]
  readonly refunds: readonly Refund[]
}

/** Of these, what belongs in the payout of the day. */
export const dueOn = (day: string, payments: readonly Payment[], refunds: readonly Refund[]): Due => ({
  paid: payments.filter(payment => isToBePaidOut(payment, day)),
  lost: payments.filter(({ own }) => own.settle && own.settle.on <= day),
  refunds: refunds.filter(({ status, own }) => status === 'paid' && !own.isSettled),
})

const item = (type: PayoutItem['type'], pence: number, links: PayoutItem['links']): PayoutItem => ({
  type,
  amount: pence.toFixed(1),
  links,
})

const sumOf = (items: readonly PayoutItem[]) => items.reduce((sum, { amount }) => sum + Number(amount), 0)
