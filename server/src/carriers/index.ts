export type { CarrierListener, CarrierReply, CarrierReport, CarrierStop } from './carrier-event.ts'
export { carrierMetrics } from './metrics.ts'
export { openCarriers } from './open-carriers.ts'
