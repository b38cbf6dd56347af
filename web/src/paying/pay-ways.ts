import type { Output } from '@honbu/contract/endpoint.ts'
import type { getPayWays } from '@honbu/contract/paying.ts'

export type PayWays = Output<typeof getPayWays>

/** What a link is for: a transaction, all that is owed to a club (null), or a card. */
export interface Asked {
  readonly clubId: number
  readonly purpose: 'pay' | 'card'
  readonly transaction: Owing | null
}

/** What is open of a transaction. */
export interface Owing {
  readonly transactionId: number
  readonly clubId: number
  readonly description: string
  readonly outstanding: number
}
