import { sql } from 'kysely'
import { recipientsOf } from '../audience/index.ts'
import { todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import type { SentMessage } from './sent-message.ts'

/**
 * Writes down everyone a message is for, in one statement: whoever is named in the audience at this moment, who gets it and
 * when, and who does not and why. Safe to run again: nobody is written down twice.
 */
export async function prepareMessage(db: Db, message: SentMessage, now: Date): Promise<void> {
  const { id, clubIds, audience, channel, purpose, onePerAddress } = message
  const today = await todayOf(db, clubIds, now)
  const recipients = recipientsOf({ clubIds, audience, channel, purpose, onePerAddress, today })
  await db.transaction().execute(async tx => {
    await sql`
      insert into message_recipient (message_id, root_club_id, club_id, member_id, member_ids, person_id, to_name, to_address,
        state, refusal, not_before)
      select message.id, message.root_club_id, chosen.club_id, chosen.member_id,
        case when cardinality(chosen.member_ids) > 1 then chosen.member_ids else '{}' end, chosen.person_id,
        left(coalesce(chosen.name, ''), 500), left(coalesce(chosen.address, ''), 320),
        case when chosen.refusal is null then 'waiting' else 'skipped' end, chosen.refusal,
        -- Where the clocks go forward the time between is the hour after; where they go back, the later of the two.
        case when message.per_club_zone then message.send_local at time zone club.time_zone else message.send_at end
      from message, (${recipients}) chosen join club on club.id = chosen.club_id
      where message.id = ${id} and message.status = 'preparing'
        -- A club that has left the tree since it was scheduled gets nothing.
        and club.root_club_id = message.root_club_id
      on conflict do nothing`.execute(tx)
    await sql`update message set status = 'sending' where id = ${id} and status = 'preparing'`.execute(tx)
  })
}
