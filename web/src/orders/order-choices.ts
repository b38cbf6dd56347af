import type { Output } from '@honbu/contract/endpoint.ts'
import type { getOrderChoices } from '@honbu/contract/orders.ts'

/** What an order can be made of. */
export type OrderChoices = Output<typeof getOrderChoices>
