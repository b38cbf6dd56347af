import { createHash } from 'node:crypto'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Refusal } from '@honbu/contract/reach.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { type Reached, reachOf } from '../reach/index.ts'
import { type Content, contentOfTemplate, emptyFields } from '../templates/index.ts'
import { type Letters, sendJob } from './parts.ts'

export interface Posted {
  readonly clubId: number
  readonly memberId: number
  /** What is said, or the template that says it. */
  readonly content?: Content
  readonly templateId?: number
  readonly purpose: 'marketing' | 'service'
  /** What staff call it: all that a club sends under a name stands together in the sent items. Up to 200 characters. */
  readonly name: string
  /** Why this member gets it: for a cause there is one message, ever. Unique under the name; up to 200 characters. */
  readonly cause: string
  readonly automationId?: number
  readonly bookingId?: number
  /** Leaves at night too, though it is a text or marketing: what is too late in the morning. */
  readonly isUrgent?: boolean
  readonly enqueue: (name: string, data: object) => Promise<void>
  readonly letters: Pick<Letters, 'compile' | 'values'>
  readonly now: Date
}

/**
 * Writes to one member, or to the guardian of a minor: for what the product sends by itself. It is written and leaves by a
 * job, if and only if the transaction of what causes it commits.
 * @returns the recipient, the same one for the same cause; or why nobody is written to, which is not kept: `empty` are the
 * merge fields that would leave a hole, since nobody looks at it before it leaves
 * @throws Refused 400 or 409 for what cannot be sent any more, such as an image that was deleted
 */
export async function postToMember(
  tx: Transaction<Tables>,
  posted: Posted,
): Promise<{ recipientId: number } | { refusal: Refusal } | { empty: readonly string[] }> {
  const { clubId, memberId, name, cause, enqueue, now } = posted
  const before = await recipientOf(tx, posted)
  if (before !== undefined) return { recipientId: before }
  const content = posted.content ?? (await contentOfTemplate(tx, posted.templateId ?? 0, now))
  const to = await reachedFor(tx, posted, content.channel)
  if (to.refusal !== null || to.person_id === null || to.address === null) return { refusal: to.refusal ?? 'noAddress' }
  const empty = await holesFor(tx, posted, content, to.person_id)
  if (empty.length > 0) return { empty }
  const messageId = await standingMessage(tx, posted, content)
  const { rows } = await sql<{ id: number }>`
    insert into message_recipient (message_id, root_club_id, club_id, member_id, person_id, to_name, to_address, state,
      cause_name, cause, booking_id, is_urgent, not_before)
    select id, root_club_id, ${clubId}::bigint, ${memberId}::bigint, ${to.person_id}::bigint,
      left(${to.name ?? ''}::text, 500), ${to.address}::text, 'waiting', ${name}::text, ${cause}::text,
      ${posted.bookingId ?? null}::bigint, ${posted.isUrgent ?? false}::boolean, ${now}::timestamptz
    from message where id = ${messageId}
    on conflict on constraint message_recipient_cause do nothing returning id`.execute(tx)
  // Another transaction may have been first, and is waited for by the insert.
  const id = rows[0]?.id ?? (await recipientOf(tx, posted))
  if (id === undefined) throw new Error('a recipient that is there cannot be read')
  if (rows.length > 0) await enqueue(sendJob, { messageId })
  return { recipientId: id }
}

/** The merge fields without which it would not be whole for this one, and that are empty. */
async function holesFor(tx: Transaction<Tables>, posted: Posted, content: Content, personId: number) {
  const { clubId, memberId, bookingId = null, purpose, letters, now } = posted
  const { fields, needed } = await letters.compile(tx, clubId, content, purpose)
  if (needed.length === 0) return []
  const [values = {}] = await letters.values(tx, {
    ...{ clubId, channel: content.channel, now, fields, isLook: true },
    recipients: [{ memberId, personId, bookingId }],
  })
  return emptyFields(needed, values)
}

/** What a club says under a name; another text is another message under the same name. */
async function standingMessage(tx: Transaction<Tables>, posted: Posted, content: Content): Promise<number> {
  const { clubId, name, purpose, automationId = null, templateId = null, now } = posted
  const { channel, subject, body, layoutId } = content
  const digest = createHash('sha256')
    .update(JSON.stringify([purpose, subject, body, layoutId, automationId]))
    .digest()
  const { rows } = await sql<{ id: number }>`
    insert into message (club_id, root_club_id, name, channel, purpose, subject, body, layout_id, template_id, club_ids,
      audience, status, content_digest, automation_id, created_at, started_at)
    select id, root_club_id, ${name}::text, ${channel}::text, ${purpose}::text, ${subject}::text, ${body}::text,
      ${layoutId}::bigint, ${templateId}::bigint, array[id], '{"include":[],"exclude":[]}'::jsonb, 'standing',
      ${digest}::bytea, ${automationId}::bigint, ${now}::timestamptz, ${now}::timestamptz
    from club where id = ${clubId}
    -- Sets what stands there already, so that the row is answered.
    on conflict (club_id, name, channel, content_digest) where status = 'standing' do update set name = excluded.name
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('there is no such club')
  return row.id
}

async function recipientOf(tx: Transaction<Tables>, { clubId, name, cause }: Posted): Promise<number | undefined> {
  const row = await tx
    .selectFrom('message_recipient')
    .select('id')
    .where('club_id', '=', clubId)
    .where('cause_name', '=', name)
    .where('cause', '=', cause)
    .executeTakeFirst()
  return row?.id
}

async function reachedFor(
  tx: Transaction<Tables>,
  { clubId, memberId, purpose, now }: Posted,
  channel: 'email' | 'sms',
) {
  const club = await tx.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  const asked = sql`select ${memberId}::bigint as member_id, ${clubId}::bigint as club_id`
  const reach = reachOf(asked, { channel, purpose, today: todayIn(club.time_zone, now) })
  const { rows } = await sql<Reached>`select * from (${reach}) reached`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('there is no such member')
  return row
}
