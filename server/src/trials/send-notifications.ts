import type { Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import type { Tables } from '../platform/tables.ts'
import { letter } from './letters.ts'
import { dueAt, type NotificationKind, readBookedTrial } from './notification-state.ts'

interface Parts {
  readonly db: Db
  readonly mail: Pick<Mail, 'post'>
  readonly now: () => Date
}

/** Messages of one run; the rest waits a minute. */
const mostOfARun = 200

/** Every minute the messages about trials that have fallen due are sent, if they still should be. */
export async function sendTrialNotifications(jobs: Pick<Jobs, 'schedule'>, { db, mail, now }: Parts) {
  await jobs.schedule('trial-notifications', '* * * * *', () => sendDue({ db, mail }, now()))
}

/** Each in a transaction of its own; several processes do not send the same one. */
export async function sendDue({ db, mail }: Pick<Parts, 'db' | 'mail'>, now: Date): Promise<void> {
  for (let sent = 0; sent < mostOfARun; sent++)
    if (!(await db.transaction().execute(tx => sendNext(tx, mail, now)))) return
}

/** @returns false when nothing is due */
async function sendNext(tx: Transaction<Tables>, mail: Parts['mail'], now: Date): Promise<boolean> {
  const next = await tx
    .selectFrom('scheduled_notification')
    .select(['id', 'booking_id as bookingId', 'kind'])
    .where('due_at', '<=', now)
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!next) return false
  // The check on the column holds it to these.
  const kind = next.kind as NotificationKind
  const trial = await readBookedTrial(tx, next.bookingId)
  // The booking may have been cancelled or moved since, or the person may have joined.
  const due = trial && dueAt(kind, trial, now)
  const set = (change: { sent_at?: Date; cancelled_at?: Date; due_at?: Date }) =>
    tx.updateTable('scheduled_notification').set(change).where('id', '=', next.id).execute()
  if (!trial || due === null) await set({ cancelled_at: now })
  else if (due > now) await set({ due_at: due })
  else {
    await mail.post(tx, { to: trial.email, ...letter(kind, trial) })
    await set({ sent_at: now })
  }
  return true
}
