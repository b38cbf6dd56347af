import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { moneyTabs } from '@honbu/contract/report-money.ts'
import type * as call from '@honbu/contract/report-schedules.ts'
import type { Transaction } from 'kysely'
import { demandExport, maySeeFigures, mayTouch } from '../../platform/access.ts'
import { Refused } from '../../platform/refused.ts'
import type { Read, Write } from '../../platform/route.ts'
import type { Tables } from '../../platform/tables.ts'
import { checkVersion } from '../../platform/version.ts'
import { nextDue } from './due.ts'
import { whoMaySee, whoMaySeeEach } from './may-see.ts'
import { readSchedules, type ScheduleRow } from './read-schedules.ts'
import { sendNowJob } from './send.ts'

export async function getReportSchedules({ db, user, now }: Read) {
  const all = await readSchedules(db)
  const own = all.filter(({ clubs }) => clubs.every(({ id }) => maySeeFigures(user, id)))
  return { schedules: await allOnTheWire(db, own, now) }
}

export async function getReportRecipients({ db, now }: Read, { clubIds, tab }: Input<typeof call.getReportRecipients>) {
  return { people: await whoMaySee(db, clubIds, now, { tab }) }
}

export async function saveReportSchedule(
  { tx, user, now, audit }: Write,
  input: Input<typeof call.saveReportSchedule>,
) {
  const { id, version, tab, period, every, hour, format } = input
  const clubIds = [...new Set(input.clubIds)]
  const sendTo = [...new Set(input.sendTo)]
  const before = id === 0 ? null : await lockOwn(tx, user, id)
  if (before) {
    const current = async () => await onTheWire(tx, await read(tx, id), now)
    await checkVersion(tx, { subject: 'report_schedule', subjectId: id, is: before.version, given: version, current })
  }
  const may = new Set((await whoMaySee(tx, clubIds, now, { tab, among: sendTo })).map(({ accountId }) => accountId))
  if (sendTo.some(accountId => !may.has(accountId))) {
    const message = moneyTabs.has(tab)
      ? 'Somebody chosen is not an admin of all of these clubs, and so does not see their money.'
      : 'Somebody chosen may not see all of these clubs.'
    throw new Refused(400, message, { sendTo: [message] })
  }
  const [clubId = 0] = clubIds
  const values = {
    ...{ club_id: clubId, tab, period, every, hour, format, since: now },
    ...rhythmOf(input),
  }
  const saved = before
    ? await tx
        .updateTable('report_schedule')
        .set({ ...values, version: before.version + 1 })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('report_schedule')
        .values({ ...values, made_by: user.accountId })
        .returning('id')
        .executeTakeFirstOrThrow()
  await setMany(tx, saved.id, clubIds, sendTo)
  const row = await read(tx, saved.id)
  for (const club of new Set([...clubIds, ...(before?.clubs.map(each => each.id) ?? [])]))
    audit({
      clubId: club,
      subject: 'report_schedule',
      subjectId: row.id,
      before: before && told(before),
      after: told(row),
    })
  return await onTheWire(tx, row, now)
}

export async function deleteReportSchedule(
  { tx, user, audit }: Write,
  { id }: Input<typeof call.deleteReportSchedule>,
) {
  const before = await lockOwn(tx, user, id)
  await tx.deleteFrom('report_schedule').where('id', '=', id).execute()
  for (const club of before.clubs)
    audit({ clubId: club.id, subject: 'report_schedule', subjectId: id, before: told(before), after: null })
  return { id }
}

export async function sendReportNow({ tx, user, now, audit, enqueue }: Write, input: Input<typeof call.sendReportNow>) {
  const { tab, clubIds, period, format } = input
  // The job asks again whether they are an admin, since roles are not read there.
  const isAdminOf = (id: number) => mayTouch(user, id, true) || user.figures?.get(id)?.isAdmin === true
  if (moneyTabs.has(tab) && !clubIds.every(isAdminOf))
    throw new Refused(403, 'Only an admin of the club can have its money sent by e-mail. Download the report instead.')
  for (const id of clubIds) demandExport(user, id)
  const { time_zone: timeZone } = await tx
    .selectFrom('club')
    .select('time_zone')
    .where('id', '=', clubIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  await enqueue(sendNowJob, { accountId: user.accountId, tab, clubIds, period, format, on: todayIn(timeZone, now) })
  for (const clubId of new Set(clubIds))
    audit({ clubId, subject: 'report_schedule', after: { tab, period, format, sentTo: user.email } })
  return { to: user.email }
}

const read = async (tx: Transaction<Tables>, id: number): Promise<ScheduleRow> => {
  const [row] = await readSchedules(tx, id)
  if (!row) throw new Refused(404, 'There is no such report to be sent any more.')
  return row
}

/** The guard is content with one club of the schedule; to change or end it, all of them are needed. */
async function lockOwn(tx: Transaction<Tables>, user: Write['user'], id: number): Promise<ScheduleRow> {
  await tx.selectFrom('report_schedule').select('id').where('id', '=', id).forUpdate().execute()
  const row = await read(tx, id)
  if (!row.clubs.every(club => maySeeFigures(user, club.id))) throw new Refused(403, 'Not authorised!')
  return row
}

function rhythmOf({ every, weekday, dayOfMonth }: Input<typeof call.saveReportSchedule>) {
  const missing = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
  if (every === 'week' && weekday === null) throw missing('weekday', 'Choose a day of the week')
  if (every === 'month' && dayOfMonth === null) throw missing('dayOfMonth', 'Choose a day of the month')
  return { weekday: every === 'week' ? weekday : null, day_of_month: every === 'month' ? dayOfMonth : null }
}

async function setMany(tx: Transaction<Tables>, id: number, clubIds: readonly number[], sendTo: readonly number[]) {
  await tx.deleteFrom('report_schedule_club').where('report_schedule_id', '=', id).execute()
  await tx.deleteFrom('report_schedule_recipient').where('report_schedule_id', '=', id).execute()
  const of = { report_schedule_id: id }
  await tx
    .insertInto('report_schedule_club')
    .values(clubIds.map(club_id => ({ ...of, club_id })))
    .execute()
  await tx
    .insertInto('report_schedule_recipient')
    .values(sendTo.map(account_id => ({ ...of, account_id })))
    .execute()
}

const onTheWire = async (db: Read['db'], row: ScheduleRow, now: Date) => {
  const [schedule] = await allOnTheWire(db, [row], now)
  if (!schedule) throw new Error('a row has become none')
  return schedule
}

async function allOnTheWire(db: Read['db'], rows: readonly ScheduleRow[], now: Date) {
  const asked = rows.map(({ tab, clubs, recipients }) => ({
    tab,
    clubIds: clubs.map(({ id }) => id),
    among: recipients.map(({ accountId }) => accountId),
  }))
  const seeing = await whoMaySeeEach(db, asked, now)
  return rows.map((row, index) => {
    const { since: _, lastSentAt, clubs, recipients, ...rest } = row
    const may = new Set(seeing[index]?.map(({ accountId }) => accountId))
    return {
      ...rest,
      clubIds: clubs.map(({ id }) => id),
      sendTo: recipients.map(({ accountId }) => accountId),
      clubs: [...clubs],
      recipients: recipients.map(each => ({ ...each, maySee: may.has(each.accountId) })),
      nextAt: nextDue(row, now).at.toISOString(),
      lastSentAt: lastSentAt?.toISOString() ?? null,
    }
  })
}

/** As a reader of the activity screens should see it. */
const told = ({ tab, period, every, weekday, dayOfMonth, hour, format, clubs, recipients }: ScheduleRow) => ({
  ...{ tab, period, every, weekday, dayOfMonth, hour, format },
  clubs: clubs.map(({ name }) => name).join(', '),
  recipients: recipients.map(({ name }) => name).join(', '),
})
