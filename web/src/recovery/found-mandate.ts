import type { Output } from '@honbu/contract/endpoint.ts'
import type { getFoundMandates } from '@honbu/contract/recovery.ts'

export type Found = Output<typeof getFoundMandates>
export type Mandate = Found['mandates'][number]

/** Whose a mandate is to become; null: nobody's, for now. */
export interface Choice {
  readonly memberId: number
  readonly memberName: string
  readonly clubId: number
}
