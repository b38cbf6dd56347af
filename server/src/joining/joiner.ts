import type { Input } from '@honbu/contract/endpoint.ts'
import type { create } from '@honbu/contract/joining.ts'

export type Created = Input<typeof create>

/** One of those who join, as the call has brothers and sisters. */
export type Joiner = Created['siblings'][number]
