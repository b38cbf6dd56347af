import type { Output } from '@honbu/contract/endpoint.ts'
import type { basicSearch } from '@honbu/contract/members.ts'

/** Who a search box has found; class mode also says whether he or she is on the register already. */
export type FoundMember = Output<typeof basicSearch>[number] & { isOnRegister?: boolean }

/** A page, a setting or an article of the help that a search box offers beside members. */
export interface Place {
  readonly title: string
  readonly detail: string
  readonly kind: 'page' | 'article'
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}
