import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/messages.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { demandConfirmed, demandSecondLook } from './check-message.ts'
import { closeHeldTask } from './hold-back.ts'
import { leaveOutCancelled } from './leave-out-cancelled.ts'
import { locked, refuse } from './locked-message.ts'
import { type Letters, sendJob } from './parts.ts'

export async function cancelMessage({ tx, now, audit }: Write, { id }: Input<typeof call.cancelMessage>) {
  const { clubId, status } = await locked(tx, id)
  if (status === 'done' || status === 'standing') refuse('id', 'It has been sent already.', 409)
  await sql`
    update message set status = 'cancelled', finished_at = ${now}, trouble = '', version = version + 1
    where id = ${id} and status <> 'cancelled'`.execute(tx)
  await leaveOutCancelled(tx, sql`message.id = ${id}`)
  await closeHeldTask(tx, id, 'The message was cancelled', now)
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

export const resumeMessage = (letters: Letters) => async (write: Write, input: Input<typeof call.resumeMessage>) => {
  const { tx, user, now, audit, enqueue } = write
  const { id, confirmedCount } = input
  const message = await locked(tx, id)
  const { clubId, status } = message
  if (status !== 'sending' && status !== 'paused') refuse('id', 'It was not paused.', 409)
  if (status === 'paused' && message.startedAt)
    await demandConfirmed(tx, { clubId, confirmedCount, count: await waitingFor(tx, id) })
  else if (status === 'paused') await demandSecondLook(letters, write, { ...message, confirmedCount })
  await sql`
    update message set trouble = '', worked_until = null, version = version + 1,
      status = case when started_at is null then 'preparing' else 'sending' end,
      account_id = case when started_at is null then ${user.accountId} else account_id end,
      started_at = coalesce(started_at, ${now})
    where id = ${id} and status = 'paused'`.execute(tx)
  await closeHeldTask(tx, id, 'The message was resumed', now)
  await enqueue(sendJob, { messageId: id })
  audit({ clubId, subject: 'message', subjectId: id, before: { status }, after: { status: 'sending' } })
  return { messageId: id }
}

async function waitingFor(tx: Write['tx'], messageId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from message_recipient where message_id = ${messageId} and state = 'waiting'`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function sendMessageAgain(
  { tx, now, audit, enqueue }: Write,
  { id, states, recipientIds, confirmedCount }: Input<typeof call.sendMessageAgain>,
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
  await demandConfirmed(tx, { clubId, confirmedCount, count: rows.length })
  if (rows.length > 0) {
    await sql`
      update message set status = 'sending', finished_at = null, trouble = '', worked_until = null, version = version + 1
      where id = ${id} and status <> 'standing'`.execute(tx)
    await enqueue(sendJob, { messageId: id })
  }
  audit({ clubId, subject: 'message', subjectId: id, before: { status }, after: { sentAgainTo: rows.length, states } })
  return { messageId: id, again: rows.length }
}
