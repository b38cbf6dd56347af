import { todayIn } from '@honbu/contract/calendar.ts'
import { type Channel, type Purpose, refusals } from '@honbu/contract/reach.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { type Reached, reachOf } from '../reach/index.ts'

interface Whom {
  readonly memberId: number
  readonly clubId: number
  /** Of the club. */
  readonly timeZone: string
  readonly channel: Channel
  readonly purpose: Purpose
  readonly now: Date
}

/** Why a message would reach nobody, in words; null: it would reach somebody. */
export async function refusalOf(tx: Transaction<Tables>, whom: Whom): Promise<string | null> {
  const { memberId, clubId, timeZone, channel, purpose, now } = whom
  const asked = sql`select ${memberId}::bigint as member_id, ${clubId}::bigint as club_id`
  const { rows } = await sql<Pick<Reached, 'refusal'>>`
    select refusal from (${reachOf(asked, { channel, purpose, today: todayIn(timeZone, now) })}) reached`.execute(tx)
  const refusal = rows[0] ? rows[0].refusal : 'noAddress'
  return refusal && refusals[refusal]
}
