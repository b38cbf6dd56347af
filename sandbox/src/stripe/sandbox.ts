import type { Desk, Sandbox } from '../provider/sandbox.ts'
import type { Account, Context, Shared } from './account.ts'
import type { ChargeOutcome } from './cards.ts'
import type { StripeEvent } from './rows.ts'

export interface CardDefaults {
  /** What becomes of every charge; `succeeds`: what the card's number means. */
  readonly charge: ChargeOutcome
}

export type CardSandbox = Sandbox<CardDefaults>
export type CardDesk = Desk<CardDefaults, Account, StripeEvent>

/** What the pages work on. */
export interface Cards extends CardDesk, Shared {
  readonly contextOf: (account: Account) => Context
}
