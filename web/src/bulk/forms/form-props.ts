import type { BulkChange } from '@honbu/contract/bulk.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import type { getJoiningChoices } from '@honbu/contract/joining.ts'

export interface ChangeFormProps {
  readonly clubId: number
  /** What the club offers. */
  readonly choices: Output<typeof getJoiningChoices>
  /** Shows what the change would do. */
  readonly onPreview: (change: BulkChange) => void
  readonly onCancel: () => void
}
