import { addDays } from '@honbu/contract/calendar.ts'
import { type SentPeriod, sentPeriods } from '@honbu/contract/report-periods.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import type { Db } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Files } from '../../platform/storage.ts'
import { lastDue } from './due.ts'
import { whoMaySee } from './may-see.ts'
import { readSchedules } from './read-schedules.ts'
import { reportMail } from './report-mail.ts'

const sendJob = 'send-report'
export const sendNowJob = 'send-report-now'

export interface SendParts {
  readonly db: Db
  readonly mail: Pick<Mail, 'send'>
  readonly files: Files
  readonly now: () => Date
  /** The public address of the product, without a slash at its end. */
  readonly address: string
}

/** Looks every five minutes for reports that are due, and sends them. */
export async function sendReportsByClock(jobs: Jobs, parts: SendParts): Promise<void> {
  await jobs.work<{ sendingId: number }>(sendJob, ({ sendingId }) => sendReport(parts, sendingId))
  await jobs.work<ReportNow>(sendNowJob, report => sendNow(parts, report))
  await jobs.schedule('send-reports', '*/5 * * * *', () => queueReports(parts.db, jobs, parts.now()))
}

/**
 * Puts what is due into the queue, once to each for each day, whoever asks how often. After nights that were missed, only the
 * newest report goes.
 */
export async function queueReports(db: Db, jobs: Pick<Jobs, 'enqueue'>, now: Date): Promise<void> {
  for (const schedule of await readSchedules(db)) {
    const due = lastDue(schedule, now)
    if (due.at <= schedule.since || schedule.recipients.length === 0) continue
    await db.transaction().execute(async tx => {
      const sendings = await tx
        .insertInto('report_sending')
        .values(
          schedule.recipients.map(({ accountId }) => ({
            report_schedule_id: schedule.id,
            account_id: accountId,
            due_on: due.on,
          })),
        )
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .execute()
      for (const { id } of sendings) await jobs.enqueue(tx, sendJob, { sendingId: id })
    })
  }
  await db
    .deleteFrom('report_sending')
    .where('due_on', '<', addDays(now.toISOString().slice(0, 10), -keptFor))
    .execute()
}

/** Days: longer than the longest rhythm, so that nothing is sent again because it was forgotten. */
const keptFor = 400

/** Sends one; who may not see all of the clubs any more gets nothing. */
export async function sendReport(parts: SendParts, sendingId: number): Promise<void> {
  const { db, now } = parts
  const sending = await db
    .selectFrom('report_sending')
    .select(['report_schedule_id as scheduleId', 'account_id as accountId', 'due_on as on', 'state'])
    .where('id', '=', sendingId)
    .executeTakeFirst()
  if (sending?.state !== 'waiting') return
  const [schedule] = await readSchedules(db, sending.scheduleId)
  if (!schedule) return
  const clubIds = schedule.clubs.map(({ id }) => id)
  const { tab, period, format } = schedule
  const isSent = await sendTo(parts, { accountId: sending.accountId, tab, clubIds, period, format, on: sending.on })
  await db
    .updateTable('report_sending')
    .set(isSent ? { state: 'sent', sent_at: now() } : { state: 'refused' })
    .where('id', '=', sendingId)
    .execute()
}

export interface ReportNow {
  readonly accountId: number
  readonly tab: ReportTab
  readonly clubIds: readonly number[]
  readonly period: SentPeriod
  readonly format: 'pdf' | 'xlsx'
  /** The day on which it is sent, or was to be: its period goes back from there. */
  readonly on: string
}

export async function sendNow(parts: SendParts, report: ReportNow): Promise<void> {
  await sendTo(parts, report)
}

/** Whether it was sent: not to whom may not see it. */
async function sendTo(parts: SendParts, { accountId, clubIds, tab, period, format, on }: ReportNow): Promise<boolean> {
  const { db, files, mail, now, address } = parts
  const [person] = await whoMaySee(db, clubIds, now(), { tab, among: [accountId] })
  if (!person) return false
  const rights = { isAdmin: person.isAdmin }
  const user = {
    ...person,
    clubs: new Map(person.openClubIds.map(id => [id, rights])),
    figures: new Map(clubIds.map(id => [id, rights])),
  }
  const days = sentPeriods[period].days(on)
  const message = await reportMail(
    { db, files, user, now: now() },
    { tab, clubIds: [...clubIds], ...days, format, address },
  )
  await mail.send({ letter: 'report', to: person.email, toName: person.name, ...message })
  return true
}
