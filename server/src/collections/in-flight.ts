import { type RawBuilder, sql } from 'kysely'

/** The states of a payment (as the index external_payment_in_flight has them) in which nobody else may take the same. */
export const inFlight: RawBuilder<boolean> = sql`(external_payment.state in ('waiting', 'pending_customer_approval', 'pending_submission',
  'submitted') or external_payment.state = 'failed' and external_payment.will_retry)`

/** Ends an insert of payments: of a charge that is on its way already none is made. Names the index by its condition. */
export const unlessInFlight: RawBuilder<unknown> = sql`on conflict (charge_id) where ${inFlight} do nothing`
