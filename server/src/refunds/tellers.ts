import type { Provider } from '@honbu/contract/providers.ts'
import { type ProviderProblem, type Providers, plain } from '../providers/index.ts'

/** What a provider says of a refund. */
export interface ToldRefund {
  readonly reference: string
  readonly pence: number
  readonly state: 'pending' | 'paid' | 'failed'
  /** Why it failed, in words; empty where it did not, or nobody says. */
  readonly cause: string
  /** The key of our row, in one that we have asked for. */
  readonly key: string
  readonly createdAt: Date
}

export interface NewRefund {
  readonly payment: string
  readonly pence: number
  readonly key: string
}

/** What is asked of a provider about refunds. */
export interface Teller {
  /** All refunds of a payment. @throws ProviderProblem */
  refundsOf(payment: string): Promise<ToldRefund[]>
  /** Answers the reference. Asked again with the same key it is the same refund. @throws ProviderProblem */
  refund(wanted: NewRefund): Promise<string>
}

export const tellerOf = (providers: Providers, provider: Provider, accountId: number): Promise<Teller> =>
  provider === 'stripe' ? stripeTeller(providers, accountId) : goCardlessTeller(providers, accountId)

async function goCardlessTeller(providers: Providers, accountId: number): Promise<Teller> {
  const { ask } = await providers.goCardlessAt(accountId)
  return {
    refundsOf: async payment =>
      (await ask(client => client.refundsOf(payment))).map(({ id, amount, status, metadata, created_at }) => ({
        ...{ reference: id, pence: amount, key: metadata?.honbu_refund ?? '', createdAt: new Date(created_at) },
        state: lostThere.includes(status) ? 'failed' : status === 'paid' ? 'paid' : 'pending',
        cause: lostThere.includes(status) ? 'the payer’s bank has sent it back' : '',
      })),
    async refund({ payment, pence, key }) {
      // All that is refunded of it, with this: should somebody have refunded meanwhile, GoCardless refuses it.
      const { amount_refunded: refunded } = await ask(client => client.findPayment(payment))
      const wanted = { payment, pence, totalPence: refunded + pence, metadata: { honbu_refund: key } }
      return (await ask(client => client.createRefund(wanted, key))).id
    },
  }
}

/** https://developer.gocardless.com/api-reference/#core-endpoints-refunds */
const lostThere: readonly string[] = ['cancelled', 'bounced', 'funds_returned']

async function stripeTeller(providers: Providers, accountId: number): Promise<Teller> {
  const { ask } = await providers.stripeAt(accountId)
  return {
    refundsOf: async payment => {
      const found = await ask(client =>
        client.refunds.list({ payment_intent: payment, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
      )
      return found.map(({ id, amount, status, metadata, created, failure_reason }) => {
        const isLost = status === 'failed' || status === 'canceled'
        return {
          ...{ reference: id, pence: amount, key: metadata?.honbu_refund ?? '', createdAt: new Date(created * 1000) },
          state: isLost ? 'failed' : status === 'succeeded' ? 'paid' : 'pending',
          cause: isLost ? plain((failure_reason ?? 'the card’s bank has sent it back').replaceAll('_', ' ')) : '',
        }
      })
    },
    refund: async ({ payment, pence, key }) => {
      const wanted = { payment_intent: payment, amount: pence, metadata: { honbu_refund: key } }
      return (await ask(client => client.refunds.create(wanted, { idempotencyKey: key }))).id
    },
  }
}

/** Somebody has refunded between our question and our wish: asked again, both are about the same sum. */
export const isOvertaken = (error: ProviderProblem) => error.reason === 'total_amount_confirmation_invalid'
