import type { Output } from '@honbu/contract/endpoint.ts'
import type { basicSearch } from '@honbu/contract/members.ts'

/** Who a search box has found; class mode also says whether he or she is on the register already. */
export type FoundMember = Output<typeof basicSearch>[number] & { isOnRegister?: boolean }
