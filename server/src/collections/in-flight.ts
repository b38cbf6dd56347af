import { type RawBuilder, sql } from 'kysely'

/** Says, in SQL, whether the row `external_payment` is on its way: until it comes or fails, nothing else takes the same. */
export const inFlight: RawBuilder<boolean> = sql`payment_is_in_flight(external_payment.state, external_payment.will_retry)`
