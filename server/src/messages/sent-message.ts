import type { Audience } from '@honbu/contract/audience.ts'
import type { Gap } from '@honbu/contract/messages.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** A message as whoever sends it needs it. */
export interface SentMessage {
  readonly id: number
  readonly clubId: number
  readonly rootClubId: number
  readonly channel: 'email' | 'sms'
  readonly purpose: 'marketing' | 'service'
  readonly subject: string
  readonly body: string
  readonly layoutId: number | null
  readonly clubIds: number[]
  readonly audience: Audience
  readonly onePerAddress: boolean
  readonly gaps: readonly Gap[]
  readonly status: 'scheduled' | 'preparing' | 'sending' | 'paused' | 'cancelled' | 'done' | 'standing'
}

export async function sentMessage(db: Db, id: number): Promise<SentMessage | undefined> {
  const { rows } = await sql<SentMessage>`
    select id, club_id as "clubId", root_club_id as "rootClubId", channel, purpose, subject, body,
      layout_id as "layoutId", club_ids as "clubIds", audience, one_per_address as "onePerAddress", gaps, status
    from message where id = ${id}`.execute(db)
  return rows[0]
}
