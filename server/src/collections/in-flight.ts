import { type RawBuilder, sql } from 'kysely'

/** The payment `external_payment` is on its way: until it has come or failed nobody else takes the same. */
export const inFlight: RawBuilder<boolean> = sql`payment_is_in_flight(external_payment.state, external_payment.will_retry)`
