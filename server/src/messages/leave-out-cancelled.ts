import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/**
 * Nobody waits for a message that was cancelled: who has not got it is left out, and that is why.
 * @param which of the messages, as a condition on `message`
 */
export const leaveOutCancelled = (db: Db, which: RawBuilder<unknown>) =>
  sql`
    update message_recipient as recipient set state = 'skipped', refusal = 'cancelled'
    from message
    where message.id = recipient.message_id and message.status = 'cancelled' and recipient.state = 'waiting'
      and ${which}`.execute(db)
