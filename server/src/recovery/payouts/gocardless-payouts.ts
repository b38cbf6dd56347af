import type { At, GoCardless } from '../../providers/index.ts'
import type { PayoutSource, ProviderPayoutItem } from './payout-source.ts'

/** https://developer.gocardless.com/api-reference/#core-endpoints-payouts and #core-endpoints-payout-items */
export const goCardlessPayouts = ({ ask }: At<GoCardless>): PayoutSource => ({
  async *pages() {
    for (let after: string | null | undefined; after !== null; ) {
      const from: string | undefined = after
      const page = await ask(client => client.payouts(from))
      yield page.payouts
        .filter(({ currency }) => currency === 'GBP')
        .map(payout => ({
          reference: payout.id,
          bankReference: payout.reference ?? '',
          pence: payout.amount,
          arrivalDate: payout.arrival_date,
          state: payout.status,
          createdAt: new Date(payout.created_at),
        }))
      after = page.after
    }
  },
  async itemsOf(reference) {
    const items: ProviderPayoutItem[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const from: string | undefined = after
      const page = await ask(client => client.payoutItems(reference, from))
      for (const { type, amount, links } of page.items)
        items.push({ kind: type, tenths: Math.round(Number(amount) * 10), paymentReference: links.payment ?? null })
      after = page.after
    }
    return items
  },
})
