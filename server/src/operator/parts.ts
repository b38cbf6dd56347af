import type { Finding } from '@honbu/contract/operator.ts'
import type { User } from '../platform/access.ts'
import type { Queues } from '../platform/failed-jobs.ts'

/** What the operators' page shows of the process, and does with it. */
export interface OperatorParts {
  /** What the command doctor finds. */
  readonly checkInstallation: () => Promise<readonly Finding[]>
  /** Sends them an email at once, and says what the mail server said. */
  readonly sendTestEmail: (
    operator: Pick<User, 'email' | 'accountId'>,
  ) => Promise<{ readonly isTaken: boolean; readonly text: string }>
  readonly queues: Queues
  /** Whether people log in here, not at another identity provider. */
  readonly hasOwnLogins: boolean
  readonly version: string
  /** Without secrets. */
  readonly settings: readonly (readonly [name: string, value: string])[]
}
