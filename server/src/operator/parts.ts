import type { Finding } from '@honbu/contract/operator.ts'
import type { Queues } from '../platform/failed-jobs.ts'

/** What the operators' page shows of the process, and does with it. */
export interface OperatorParts {
  /** What the command doctor finds. */
  readonly checkInstallation: () => Promise<readonly Finding[]>
  readonly queues: Queues
  /** Whether people log in here, not at another identity provider. */
  readonly hasOwnLogins: boolean
  readonly version: string
  /** Without secrets. */
  readonly settings: readonly (readonly [name: string, value: string])[]
}
