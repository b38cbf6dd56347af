import type { PageAnswer, PageRequest } from '../provider/html.ts'
import type { Trouble } from '../provider/listener.ts'
import type { Endpoint } from '../provider/outbox.ts'
import type { World } from '../provider/world.ts'
import type { Account, Context, Shared } from './account.ts'
import type { ChargeOutcome } from './cards.ts'

export interface CardDefaults {
  /** What becomes of every charge; `succeeds`: what the card's number means. */
  readonly charge: ChargeOutcome
}

export interface CardSandbox {
  /** What stands for https://api.stripe.com: `http://127.0.0.1:PORT`. */
  readonly url: string
  /** With what an account's webhooks to the default address are signed: each has a secret of its own. */
  webhookSecretOf(key: string): string
  /** Says below which address the hosted pages are, and where webhooks of accounts without an endpoint go. */
  attach(addresses: { readonly pages: string; readonly webhooks: string }): void
  /** A page at that address. */
  page(request: PageRequest): Promise<PageAnswer>
  /** The day on the sandbox's clock. */
  today(): string
  moveTo(date: string): Promise<void>
  byDefault(changed: CardDefaults): void
  /** The next requests meet this; `left` null: until it is set to none. */
  setTrouble(trouble: Trouble, left: number | null): void
  /** Whether webhooks come out of order, and twice. */
  setDisorder(disorder: { readonly shuffle: boolean; readonly repeat: boolean }): void
  /** The endpoint of the account that this key opens. */
  setEndpoint(key: string, endpoint: Endpoint | undefined): void
  /** Sends the webhooks that wait. */
  deliver(): Promise<{ delivered: number; failed: number }>
  close(): Promise<void>
}

/** What the pages work on. */
export interface Cards extends Shared {
  readonly accounts: ReadonlyMap<string, Account>
  readonly world: World<CardDefaults>
  readonly deliver: CardSandbox['deliver']
  readonly waiting: (account: string) => number
  readonly endpointOf: (account: string) => Endpoint | undefined
  readonly contextOf: (account: Account) => Context
  readonly setEndpointOf: (account: Account, endpoint: Endpoint | undefined) => void
}
