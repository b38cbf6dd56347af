import type { Desk, Sandbox } from '../provider/sandbox.ts'
import type { Account, Context, Shared } from './account.ts'
import type { MandateOutcome, PaymentOutcome } from './outcomes.ts'
import type { GcEvent } from './rows.ts'

export interface BankDefaults {
  readonly payment: PaymentOutcome
  readonly mandate: MandateOutcome
}

export type BankSandbox = Sandbox<BankDefaults>
export type BankDesk = Desk<BankDefaults, Account, GcEvent>

/** What the pages work on. */
export interface Bank extends BankDesk, Shared {
  readonly contextOf: (account: Account) => Context
}
