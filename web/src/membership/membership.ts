import type { Output } from '@honbu/contract/endpoint.ts'
import type { getMembership } from '@honbu/contract/membership.ts'

export type Membership = Output<typeof getMembership>[number]
