import type { At, StripeClient } from '../../providers/index.ts'
import type { PayoutSource, ProviderPayoutItem } from './payout-source.ts'

const pageSize = 100

/** https://docs.stripe.com/api/payouts and https://docs.stripe.com/api/balance_transactions */
export const stripePayouts = ({ ask }: At<StripeClient>): PayoutSource => ({
  async *pages() {
    for (let after: string | undefined, isMore = true; isMore; ) {
      const from = after
      const page = await ask(client => client.payouts.list({ limit: pageSize, ...(from && { starting_after: from }) }))
      yield page.data
        .filter(({ currency }) => currency === 'gbp')
        .map(payout => ({
          reference: payout.id,
          bankReference: payout.statement_descriptor ?? payout.description ?? '',
          pence: payout.amount,
          arrivalDate: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
          state: stateOf(payout.status),
          createdAt: new Date(payout.created * 1000),
        }))
      after = page.data.at(-1)?.id
      isMore = page.has_more && after !== undefined
    }
  },
  async itemsOf(reference) {
    const items: ProviderPayoutItem[] = []
    for (let after: string | undefined, isMore = true; isMore; ) {
      const from = after
      const page = await ask(client =>
        client.balanceTransactions.list({
          payout: reference,
          limit: pageSize,
          expand: ['data.source'],
          ...(from && { starting_after: from }),
        }),
      )
      for (const { type, amount, fee, source } of page.data) {
        if (type === 'payout') continue
        const paymentReference = intentOf(source)
        items.push({ kind: type, tenths: amount * 10, paymentReference })
        if (fee !== 0) items.push({ kind: 'stripe_fee', tenths: -fee * 10, paymentReference })
      }
      after = page.data.at(-1)?.id
      isMore = page.has_more && after !== undefined
    }
    return items
  },
})

const stateOf = (status: string) => {
  if (status === 'paid') return 'paid'
  return status === 'failed' || status === 'canceled' ? 'bounced' : 'pending'
}

/** A charge, a refund and a dispute each name the payment intent that they are of. */
function intentOf(source: unknown): string | null {
  if (typeof source !== 'object' || source === null || !('payment_intent' in source)) return null
  const { payment_intent: intent } = source
  if (typeof intent === 'string') return intent
  return typeof intent === 'object' && intent !== null && 'id' in intent ? String(intent.id) : null
}
