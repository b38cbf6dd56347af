import { sendableFrom } from '@honbu/contract/quiet-hours.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { NotSent } from '../platform/not-sent.ts'
import type { Sms } from '../platform/sms.ts'
import { noteSmsJob } from './send-note.ts'

interface Parts {
  readonly db: Db
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly sms: Sms
  readonly now: () => Date
}

export async function sendNoteSmsJobs(jobs: Pick<Jobs, 'work' | 'enqueue'>, parts: Omit<Parts, 'jobs'>): Promise<void> {
  await jobs.work<{ messageId: number }>(noteSmsJob, data => sendNoteSms({ ...parts, jobs }, data), { retryLimit })
}

/** With growing pauses about eight minutes; an older text message would rather surprise. */
const retryLimit = 5
const worthTrying = 7 * 60_000

/**
 * Hands a note's text message over, once. When nobody knows whether an earlier try has sent it (the process has died, or
 * the answer was lost), it is not sent again: twice is worse than asked for anew.
 * @throws when it has certainly not been sent and another try may help
 */
export async function sendNoteSms({ db, jobs, sms, now }: Parts, { messageId }: { messageId: number }): Promise<void> {
  const timeZone = await zoneOf(db, messageId)
  const morning = timeZone === undefined ? now() : sendableFrom(timeZone, now())
  if (morning > now()) return await db.transaction().execute(tx => jobs.enqueue(tx, noteSmsJob, { messageId }, morning))
  const taken = await db
    .updateTable('note_message')
    .set({ state: 'sending' })
    .where('id', '=', messageId)
    .where('state', '=', 'waiting')
    .returning(['to_address as to', 'text', 'created_at as askedAt'])
    .executeTakeFirst()
  if (!taken) return void (await giveUp('sending'))
  try {
    await sms.send({ to: taken.to, text: taken.text })
  } catch (error) {
    if (!(error instanceof NotSent)) return void (await giveUp('sending'))
    const canRetry = error.canRetry && now().getTime() - askedFrom(taken.askedAt).getTime() < worthTrying
    const state = canRetry ? 'waiting' : 'failed'
    await db.updateTable('note_message').set({ state, failure: error.message }).where('id', '=', messageId).execute()
    if (canRetry) throw error
    return
  }
  await db
    .updateTable('note_message')
    .set({ state: 'sent', sent_at: now(), failure: '' })
    .where('id', '=', messageId)
    .execute()

  // The wait for the morning is no delay.
  function askedFrom(askedAt: Date) {
    return timeZone === undefined ? askedAt : sendableFrom(timeZone, askedAt)
  }

  async function giveUp(state: string) {
    await db
      .updateTable('note_message')
      .set({ state: 'failed', failure: 'It is not known whether this was sent: the answer of the provider was lost.' })
      .where('id', '=', messageId)
      .where('state', '=', state)
      .execute()
  }
}

async function zoneOf(db: Db, messageId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('note_message')
    .innerJoin('club', 'club.id', 'note_message.club_id')
    .select('time_zone as timeZone')
    .where('note_message.id', '=', messageId)
    .executeTakeFirst()
  return row?.timeZone
}
