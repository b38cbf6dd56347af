import type { FailureReason, RecoveryStep } from '@honbu/contract/recovery.ts'
import type { NextStep } from './next-step.ts'
import type { Attempt } from './truth.ts'

/** A failed collection as it is kept. */
export interface Recovery {
  readonly id: number
  readonly failures: number
  readonly step: RecoveryStep
  readonly retryOn: string | null
  readonly taskCause: string
  readonly told: string
  readonly isOpen: boolean
}

export interface OpenPart {
  readonly chargeId: number
  readonly description: string
  readonly pence: number
}

/** What is known now of something that failed. */
export interface Loss {
  readonly clubId: number
  readonly memberId: number
  /** What is open of what failed; none: the provider took it by an arrangement of its own. */
  readonly open: readonly OpenPart[]
  readonly last: Attempt
  readonly attempts: readonly Attempt[]
  readonly pence: number
  readonly failures: number
  readonly failedOn: string
  readonly reason: FailureReason
  readonly next: NextStep
  /** Retries that the club's plan has. */
  readonly retries: number
  readonly today: string
  /** The club's time zone. */
  readonly zone: string
  readonly at: Date
}
