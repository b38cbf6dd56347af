/** A payout as a provider tells of it, with what it is made of. */
export interface ProviderPayout {
  readonly reference: string
  readonly bankReference: string
  readonly pence: number
  readonly arrivalDate: string | null
  readonly state: 'pending' | 'paid' | 'bounced'
  readonly createdAt: Date
}

export interface ProviderPayoutItem {
  readonly kind: string
  readonly tenths: number
  readonly paymentReference: string | null
}

/** How a provider is asked, a page at a time: payouts come the latest first. */
export interface PayoutSource {
  readonly pages: () => AsyncIterable<readonly ProviderPayout[]>
  readonly itemsOf: (reference: string) => Promise<readonly ProviderPayoutItem[]>
}
