import type { Audience } from '@honbu/contract/audience.ts'
import type { Channel, Purpose } from '@honbu/contract/reach.ts'

/** What is asked of an audience while it is chosen. */
export interface AudienceQuestion {
  clubIds: number[]
  audience: Audience
  channel: Channel
  purpose: Purpose
  onePerAddress: boolean
}
