import { todayIn } from '@honbu/contract/calendar.ts'
import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import { isWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import { staffOfEach } from '../platform/staff-of.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'

interface DueMessage {
  readonly id: number
  readonly name: string
  readonly clubId: number
  readonly clubIds: readonly number[]
  readonly accountId: number
  readonly senderName: string
  readonly timeZone: string
}

const causeOf = (messageId: number) => `held:${messageId}`

/**
 * Pauses scheduled messages that are due and whose sender may not work in all of their clubs any more, with a task for
 * the club (decision 72). Someone resumes such a message in their own name, or cancels it.
 */
export async function holdBackLeavers(db: Db, now: Date): Promise<void> {
  const { rows: due } = await sql<DueMessage>`
    select message.id, message.name, club_id as "clubId", array_append(club_ids, club_id) as "clubIds",
      account_id as "accountId", trim(first_name || ' ' || last_name) as "senderName", time_zone as "timeZone"
    from message join club on club.id = club_id join account on account.id = account_id
    join person on person.id = account.person_id
    where status = 'scheduled' and send_at <= ${now} and ${isWorking(sql`message.club_id`)} order by message.id limit 1000`.execute(
    db,
  )
  const staff = await staffOfEach(
    db,
    due.map(({ clubIds, accountId }) => ({ clubIds, among: [accountId] })),
    now,
  )
  const held = due.filter((_, index) => staff[index]?.length === 0)
  for (const message of held) await db.transaction().execute(tx => holdBack(tx, message, now))
}

async function holdBack(tx: Transaction<Tables>, message: DueMessage, now: Date): Promise<void> {
  const { id, clubId, name, senderName, timeZone } = message
  const trouble = `We haven’t sent this: ${senderName || 'the sender'} has no access to all of its clubs any more. Resume it to send it yourself, or cancel it.`
  const { rows } = await sql`
    update message set status = 'paused', trouble = ${trouble}, version = version + 1
    where id = ${id} and status = 'scheduled' returning id`.execute(tx)
  if (rows.length === 0) return
  await raiseTask(tx, {
    ...{ clubId, memberId: null, kind: 'message', cause: causeOf(id) },
    subject: `Send or cancel the message “${name.slice(0, 150)}”`,
    details: trouble,
    dueOn: todayIn(timeZone, now),
  })
  const entry = { clubId, subject: 'message' as const, subjectId: id }
  await writeAudit(tx, { action: 'holdMessage', accountId: null }, [
    { ...entry, before: { status: 'scheduled' }, after: { status: 'paused' } },
  ])
}

/** Closes the task of a message that someone has resumed or cancelled. */
export const closeHeldTask = (tx: Transaction<Tables>, messageId: number, because: string, now: Date) =>
  closeTasks(tx, { kind: 'message', causes: [causeOf(messageId)], because, now })
