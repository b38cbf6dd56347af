import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/messages.ts'
import { sql } from 'kysely'
import { readFilter } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { demandNoHoles } from './club-holes.ts'
import { leaveOutCancelled } from './leave-out-cancelled.ts'
import { type Letters, sendJob } from './parts.ts'
import { getMessage } from './read-message.ts'

/** Nothing is scheduled further ahead: whoever set it is likely to have forgotten. */
const farthest = 366 * 86_400_000

export const sendMessage = (letters: Letters) => async (write: Write, input: Input<typeof call.sendMessage>) => {
  const { tx, user, now, audit, enqueue } = write
  const { clubId, channel, purpose, subject, body, layoutId, templateId, audience, onePerAddress } = input
  const clubIds = [...new Set(input.clubIds)]
  if (channel === 'email' && subject === '') refuse('subject', 'Give it a subject.')
  if (body.trim() === '') refuse('body', 'There is nothing in it yet.')
  const compiled = await letters.compile(tx, clubId, { channel, subject, body, layoutId }, purpose)
  // Before it is needed, while somebody is there who can mend it.
  readFilter(audience.chosen?.filter)
  await requireOneTree(tx, clubId, clubIds)
  await demandNoHoles(letters, tx, { clubIds, channel, compiled, now })
  const time = await timeOf(tx, { clubId, clubIds, sendLocal: input.sendLocal, perClubZone: input.perClubZone, now })
  const isNow = time.sendAt <= now
  const { rows } = await sql<{ id: number }>`
    insert into message (club_id, root_club_id, name, channel, purpose, subject, body, layout_id, template_id, club_ids,
      audience, one_per_address, send_local, per_club_zone, send_at, status, account_id, created_at, started_at)
    select id, root_club_id, ${input.name || subject.slice(0, 200) || 'Message'}::text, ${channel}::text, ${purpose}::text,
      ${subject}::text, ${body}::text, ${layoutId}::bigint, ${templateId}::bigint, ${clubIds}::bigint[],
      ${JSON.stringify(audience)}::jsonb, ${onePerAddress}::boolean, ${time.sendLocal}::timestamp,
      ${time.perClubZone}::boolean, ${time.sendAt}::timestamptz, ${isNow ? 'preparing' : 'scheduled'}::text,
      ${user.accountId}::bigint, ${now}::timestamptz, ${isNow ? now : null}::timestamptz
    from club where id = ${clubId} returning id`.execute(tx)
  const messageId = rows[0]?.id ?? 0
  await tx.deleteFrom('message_draft').where('account_id', '=', user.accountId).execute()
  if (isNow) await enqueue(sendJob, { messageId })
  const after = { name: input.name, channel, purpose, subject, clubIds, audience, sendLocal: time.sendLocal }
  audit({ clubId, subject: 'message', subjectId: messageId, before: null, after })
  return { messageId }
}

export async function changeMessageTime(write: Write, input: Input<typeof call.changeMessageTime>) {
  const { tx, user, now, audit, enqueue } = write
  const message = await locked(tx, input.id)
  const current = () => getMessage({ db: tx, user }, { id: input.id })
  await checkVersion(tx, {
    ...{ subject: 'message', subjectId: input.id, is: message.version, given: input.version, current },
  })
  if (message.status !== 'scheduled') refuse('sendLocal', 'It is being sent already.', 409)
  const { clubId, clubIds } = message
  const time = await timeOf(tx, { clubId, clubIds, sendLocal: input.sendLocal, perClubZone: input.perClubZone, now })
  const isNow = time.sendAt <= now
  await sql`
    update message set send_local = ${time.sendLocal}::timestamp, per_club_zone = ${time.perClubZone}, send_at = ${time.sendAt},
      status = ${isNow ? 'preparing' : 'scheduled'}, started_at = ${isNow ? now : null}, version = version + 1
    where id = ${input.id}`.execute(tx)
  if (isNow) await enqueue(sendJob, { messageId: input.id })
  const before = { sendLocal: message.sendLocal }
  audit({ clubId, subject: 'message', subjectId: input.id, before, after: { sendLocal: time.sendLocal } })
  return { messageId: input.id }
}

export async function cancelMessage({ tx, now, audit }: Write, { id }: Input<typeof call.cancelMessage>) {
  const { clubId, status } = await locked(tx, id)
  if (status === 'done' || status === 'standing') refuse('id', 'It has been sent already.', 409)
  await sql`
    update message set status = 'cancelled', finished_at = ${now}, trouble = '', version = version + 1
    where id = ${id} and status <> 'cancelled'`.execute(tx)
  await leaveOutCancelled(tx, sql`message.id = ${id}`)
  audit({ clubId, subject: 'message', subjectId: id, before: { status }, after: { status: 'cancelled' } })
  return { messageId: id }
}

export async function pauseMessage({ tx, audit }: Write, { id }: Input<typeof call.pauseMessage>) {
  const { clubId, status } = await locked(tx, id)
  if (status !== 'sending' && status !== 'paused') refuse('id', 'It is not being sent now.', 409)
  await sql`update message set status = 'paused', version = version + 1 where id = ${id}`.execute(tx)
  audit({ clubId, subject: 'message', subjectId: id, before: { status }, after: { status: 'paused' } })
  return { messageId: id }
}

export async function resumeMessage({ tx, audit, enqueue }: Write, { id }: Input<typeof call.resumeMessage>) {
  const { clubId, status } = await locked(tx, id)
  if (status !== 'sending' && status !== 'paused') refuse('id', 'It was not paused.', 409)
  await sql`
    update message set status = 'sending', trouble = '', worked_until = null, version = version + 1
    where id = ${id} and status = 'paused'`.execute(tx)
  await enqueue(sendJob, { messageId: id })
  audit({ clubId, subject: 'message', subjectId: id, before: { status }, after: { status: 'sending' } })
  return { messageId: id }
}

export async function sendMessageAgain(
  { tx, now, audit, enqueue }: Write,
  { id, states, recipientIds }: Input<typeof call.sendMessageAgain>,
) {
  const { clubId, status } = await locked(tx, id)
  if (status === 'scheduled' || status === 'preparing') refuse('id', 'It has not been sent yet.', 409)
  // A standing message goes on by itself; the others begin anew, and the copy that each was to get is the same.
  const { rows } = await sql<{ id: number }>`
    update message_recipient as recipient
    set state = 'waiting', not_before = ${now}, failure = '', claim = null, provider_id = null, sent_at = null,
      delivered_at = null
    where message_id = ${id} and state in ('failed', 'uncertain', 'bounced')
      and (state = any(${[...states]}::text[]) or id = any(${[...recipientIds]}::bigint[]))
      and not exists (
        select from undeliverable stopped join message on message.id = recipient.message_id
        where stopped.root_club_id = recipient.root_club_id and stopped.channel = message.channel
          and stopped.address = recipient.to_address::citext and stopped.lifted_at is null)
    returning id`.execute(tx)
  if (rows.length > 0) {
    await sql`
      update message set status = 'sending', finished_at = null, trouble = '', worked_until = null, version = version + 1
      where id = ${id} and status <> 'standing'`.execute(tx)
    await enqueue(sendJob, { messageId: id })
  }
  audit({ clubId, subject: 'message', subjectId: id, before: { status }, after: { sentAgainTo: rows.length, states } })
  return { messageId: id, again: rows.length }
}

interface Locked {
  readonly clubId: number
  readonly clubIds: number[]
  readonly status: string
  readonly sendLocal: string | null
  readonly version: number
}

async function locked(tx: Write['tx'], id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select club_id as "clubId", club_ids as "clubIds", status, to_char(send_local, 'YYYY-MM-DD"T"HH24:MI') as "sendLocal",
      version
    from message where id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the guard has found the message')
  return row
}

interface Time {
  readonly clubId: number
  readonly clubIds: readonly number[]
  readonly sendLocal: string | null
  readonly perClubZone: boolean
  readonly now: Date
}

/** When the first of them is to get it. A time on the wall is asked of the database, which knows when clocks change. */
async function timeOf(db: Db, { clubId, clubIds, sendLocal, perClubZone, now }: Time) {
  if (sendLocal === null) {
    const { rows } = await sql<{ local: string }>`
      select to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI:SS') as local from club
      where id = ${clubId}`.execute(db)
    return { sendLocal: rows[0]?.local ?? '', sendAt: now, perClubZone: false }
  }
  const { rows } = await sql<{ first: Date }>`
    select min(${sendLocal}::timestamp at time zone time_zone) as first from club
    where id = any(${perClubZone ? [...clubIds] : [clubId]}::bigint[])`.execute(db)
  const sendAt = rows[0]?.first ?? now
  if (sendAt < now) refuse('sendLocal', 'This time has passed.')
  if (sendAt.getTime() - now.getTime() > farthest) refuse('sendLocal', 'Choose a day within a year from now.')
  return { sendLocal, sendAt, perClubZone }
}

/** A message never goes beyond the tree of clubs whose people share its members. */
async function requireOneTree(db: Db, clubId: number, clubIds: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from club join club sender on sender.id = ${clubId}
    where club.id = any(${[...clubIds]}::bigint[]) and club.root_club_id <> sender.root_club_id`.execute(db)
  if (rows.length > 0) refuse('clubIds', 'Clubs that do not belong together cannot get one message.')
}

function refuse(field: string, message: string, status: 400 | 409 = 400): never {
  throw new Refused(status, message, { [field]: [message] })
}
