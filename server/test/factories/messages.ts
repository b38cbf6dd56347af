import type { Db } from '../../src/platform/database.ts'
import { testNow } from '../app.ts'

interface MessageInput {
  readonly chosen?: readonly number[]
  readonly clubId: number
  readonly channel?: 'email' | 'sms'
  readonly status?: string
  readonly body?: string
}

/** A message that is being sent; nobody is written down yet. */
export async function createMessage(
  db: Db,
  { clubId, channel = 'email', status = 'sending', body, chosen }: MessageInput,
) {
  const { root_club_id } = await db
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('message')
    .values({
      ...{
        club_id: clubId,
        root_club_id,
        name: 'News',
        channel,
        purpose: 'service',
        subject: 'News',
        club_ids: [clubId],
      },
      body: body ?? '<p>Hello {{ recipient.firstName }}</p>',
      audience: JSON.stringify({ include: [], exclude: [], ...(chosen && { chosen: { members: chosen } }) }),
      ...{ send_local: '2026-05-12T18:30', send_at: testNow, status, created_at: testNow },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A message of a club that somebody has begun to write. */
export async function createMessageDraft(db: Db, { clubId, accountId }: { clubId: number; accountId: number }) {
  const { root_club_id } = await db
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const draft = { clubId, clubIds: [clubId], channel: 'email', subject: 'News', body: '' }
  const { id } = await db
    .insertInto('club_message_draft')
    .values({
      club_id: clubId,
      root_club_id,
      account_id: accountId,
      draft: JSON.stringify(draft),
      saved_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface RecipientInput {
  readonly messageId: number
  readonly memberId: number
  readonly state?: string
  readonly address?: string
}

export async function createRecipient(db: Db, { messageId, memberId, ...rest }: RecipientInput) {
  const message = await db
    .selectFrom('message')
    .select(['club_id', 'root_club_id'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('message_recipient')
    .values({
      ...{ ...message, message_id: messageId, member_id: memberId, to_name: 'Ann Reed', not_before: testNow, tries: 1 },
      ...{ to_address: rest.address ?? 'ann@mail.example', state: rest.state ?? 'sent' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
