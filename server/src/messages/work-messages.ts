import { sql } from 'kysely'
import { isNotSuspended, isWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { Refused } from '../platform/refused.ts'
import { recoverDead } from './claim.ts'
import { holdBackLeavers } from './hold-back.ts'
import { leaveOutCancelled } from './leave-out-cancelled.ts'
import { type SendParts, sendJob } from './parts.ts'
import { prepareMessage } from './prepare.ts'
import { type Batch, sendBatch } from './send-batch.ts'
import { type SentMessage, sentMessage } from './sent-message.ts'

interface MessageId {
  readonly messageId: number
}

const day = 86_400_000
/** A message is worked on for so long at once; the queue takes a job for dead after a quarter of an hour. */
const lasts = 4 * 60_000
/** Longer than a batch. */
const held = 5 * 60_000

export async function workOnMessages(
  parts: Omit<SendParts, 'jobs'> & { readonly jobs: Pick<Jobs, 'work' | 'schedule' | 'enqueue'> },
): Promise<void> {
  await parts.jobs.work<MessageId>(sendJob, ({ messageId }) => workOnMessage(parts, messageId), { concurrency: 2 })
  await parts.jobs.schedule('find-messages', '* * * * *', () => findMessages(parts))
}

/**
 * Each minute: begins what has become due, sees what a dead process has left, and lets everything go on that could.
 * Several processes may do so at once.
 */
export async function findMessages({ db, now, jobs }: Pick<SendParts, 'db' | 'now' | 'jobs'>): Promise<void> {
  const at = now()
  await recoverDead(db, at)
  // Who was in hand when a message was cancelled has come back since.
  await leaveOutCancelled(db, sql`message.finished_at >= ${new Date(at.getTime() - day)}`)
  await holdBackLeavers(db, at)
  // What the clocks are put to may change until the day: the time on the wall is what was asked for.
  await sql`
    update message set status = 'preparing', started_at = ${at}
    where status = 'scheduled' and send_at <= ${at} and ${isWorking(sql`message.club_id`)}`.execute(db)
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number }>`
      select id from message
      where ${isNotSuspended(sql`message.club_id`)} and (worked_until is null or worked_until <= ${at}) and (
        status = 'preparing'
        or status = 'sending' and (
          exists (select from message_recipient where message_id = message.id and state = 'waiting' and not_before <= ${at})
          or not exists (select from message_recipient where message_id = message.id and state in ('waiting', 'sending')))
        or status = 'standing' and exists (
          select from message_recipient where message_id = message.id and state = 'waiting' and not_before <= ${at}))
      order by id limit 1000`.execute(tx)
    for (const { id } of rows) await jobs.enqueue(tx, sendJob, { messageId: id })
  })
}

/** Sends one message on, until everybody has it, it is stopped, or others should have their turn. */
export async function workOnMessage(parts: SendParts, messageId: number): Promise<void> {
  const { db, now } = parts
  if (!(await hold(db, messageId, now()))) return
  const began = performance.now()
  try {
    const first = await sentMessage(db, messageId)
    if (first?.status === 'preparing') await prepareMessage(db, first, now())
    const message = await sentMessage(db, messageId)
    if (!message) return
    const compiled = kept(() => compile(parts, message))
    let batch: Batch
    do {
      batch = await sendBatch(parts, message, compiled)
      if (batch.trouble) return await putOff(db, messageId, batch.trouble, now())
      await stillHeld(db, messageId, now())
    } while (batch.claimed > 0 && performance.now() - began < lasts)
    await finish(db, messageId, now())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // It cannot be written any more as it is: its layout was deleted, say. A person has to look at it.
    await sql`
      update message set status = case when status = 'sending' then 'paused' else status end,
        trouble = ${error.message.slice(0, 500)}
      where id = ${messageId}`.execute(db)
    return
  } finally {
    await letGo(parts, messageId)
  }
}

const compile = ({ db, letters }: SendParts, { clubId, channel, subject, body, layoutId, purpose }: SentMessage) =>
  letters.compile(db, clubId, { channel, subject, body, layoutId }, purpose)

/** One process at a time works on a message. */
async function hold(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update message set worked_until = ${new Date(now.getTime() + held)}
    where id = ${id} and status in ('preparing', 'sending', 'standing')
      and (worked_until is null or worked_until <= ${now}) returning id`.execute(db)
  return rows.length > 0
}

const stillHeld = (db: Db, id: number, now: Date) =>
  sql`
    update message set worked_until = ${new Date(now.getTime() + held)}, trouble = '' where id = ${id}`.execute(db)

/** The carrier cannot be reached: a minute's rest for it. */
async function putOff(db: Db, id: number, trouble: string, now: Date): Promise<void> {
  await sql`
    update message set trouble = ${trouble.slice(0, 500)}, worked_until = ${new Date(now.getTime() + 60_000)}
    where id = ${id}`.execute(db)
}

/** Nobody is left who could still get it. */
async function finish(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    update message set status = 'done', finished_at = ${now}, trouble = ''
    where id = ${id} and status = 'sending'
      and not exists (select from message_recipient where message_id = ${id} and state in ('waiting', 'sending'))`.execute(
    db,
  )
}

/** Others may have it, unless it was put off; what has come due meanwhile has its own job. */
async function letGo({ db, now, jobs }: SendParts, id: number): Promise<void> {
  const at = now()
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ isDue: boolean }>`
      update message set worked_until = null
      where id = ${id} and trouble = '' and status in ('sending', 'standing', 'done', 'paused', 'cancelled')
      returning status in ('sending', 'standing') and exists (
        select from message_recipient where message_id = ${id} and state = 'waiting' and not_before <= ${at}) as "isDue"`.execute(
      tx,
    )
    if (rows[0]?.isDue) await jobs.enqueue(tx, sendJob, { messageId: id })
  })
}

/** Made when it is first asked for; once. */
function kept<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
