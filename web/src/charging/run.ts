import type { getChargingRun, previewCharging } from '@honbu/contract/charging.ts'
import type { Output } from '@honbu/contract/endpoint.ts'

export type Run = Output<typeof getChargingRun>
export type Preview = Output<typeof previewCharging>
