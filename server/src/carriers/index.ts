export type { CarrierListener, CarrierReply, CarrierReport, CarrierStop } from './carrier-event.ts'
export { openCarriers } from './open-carriers.ts'
