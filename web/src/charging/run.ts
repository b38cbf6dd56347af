import type { getChargingRun, previewCharging } from '@honbu/contract/charging.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

export type Run = Output<typeof getChargingRun>
export type Preview = Output<typeof previewCharging>

/** '1 charge', '1,200 charges' */
export const counted = (count: number, what: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? what : `${what}s`}`
