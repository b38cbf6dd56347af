import type { Output } from '@honbu/contract/endpoint.ts'
import type { getDetails } from '@honbu/contract/member-view.ts'

export type MemberDetails = Output<typeof getDetails>

/** What the panel of every tab of the member view is given; what else it shows it reads by itself. */
export interface MemberPanelProps {
  readonly memberId: number
  readonly details: MemberDetails
}
