import { addDays } from '@honbu/contract/calendar.ts'
import { counted, longDate } from '@honbu/contract/format.ts'
import { sql, type Transaction } from 'kysely'
import type { WriteParts } from '../bookings/index.ts'
import { deleteClubAndBelow } from '../clubs/index.ts'
import type { Db } from '../platform/database.ts'
import { deleteFileJob } from '../platform/files.ts'
import type { Tables } from '../platform/tables.ts'

/** A club is kept for so long after it has closed, and its owner is written to so long before it goes. */
export const daysKept = 30
const daysWarned = 7

interface Due {
  readonly id: number
  readonly name: string
  readonly closesOn: string
}

/** Says what is deleted with a club and all below it. */
export async function whatIsDeleted(db: Db, clubId: number): Promise<string[]> {
  const { rows } = await sql<
    Record<'clubs' | 'members' | 'money' | 'marks' | 'classes' | 'messages' | 'notes' | 'files', number>
  >`
    with here as (select array(select club_id from club_and_below(${clubId})) as ids)
    select cardinality(ids) as clubs,
      (select count(*) from (select from club_member group by member_id having bool_and(club_id = any(ids))) own)::integer as members,
      ((select count(*) from charge where club_id = any(ids)) + (select count(*) from payment where club_id = any(ids)))::integer as money,
      (select count(*) from attendance where club_id = any(ids))::integer as marks,
      (select count(*) from class where club_id = any(ids))::integer as classes,
      (select count(*) from message where club_id = any(ids))::integer as messages,
      (select count(*) from member_note where club_id = any(ids))::integer as notes,
      ((select count(*) from import_batch where club_id = any(ids)) + (select count(*) from message_image where club_id = any(ids))
        + (select count(*) from club where id = any(ids) and logo_url is not null))::integer as files
    from here`.execute(db)
  const [found] = rows
  if (!found) return []
  const lines: readonly [number, string, string?][] = [
    [found.clubs, 'club'],
    [found.members, 'member'],
    [found.money, 'charge and payment', 'charges and payments'],
    [found.marks, 'attendance mark'],
    [found.classes, 'class', 'classes'],
    [found.messages, 'message'],
    [found.notes, 'note'],
    [found.files, 'file'],
  ]
  return lines.filter(([count]) => count > 0).map(line => counted(...line))
}

/** Writes to the owners of clubs that are deleted in a week, and deletes those whose day has come. */
export async function deleteClosed(parts: WriteParts): Promise<void> {
  const { db, now } = parts
  for (const club of await due(db, now(), sql`warned_at is null`, daysKept - daysWarned))
    await db.transaction().execute(tx => warn(parts, tx, club))
  const weekAgo = new Date(now().getTime() - daysWarned * 86_400_000)
  for (const club of await due(db, now(), sql`warned_at <= ${weekAgo}`, daysKept)) {
    try {
      await db.transaction().execute(tx => deleteNow(parts, tx, club))
    } catch (error) {
      // Rows of clubs that stay refer to it. Any other failure is for the job to try again.
      if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
      const trouble = 'Other clubs still use something of this one, such as a discipline or a plan. Ask support.'
      await db.updateTable('club_closing').set({ trouble }).where('club_id', '=', club.id).execute()
    }
  }
}

/** Closed at least so many days ago, by the club's own clock, and not suspended meanwhile. */
async function due(db: Db, now: Date, which: ReturnType<typeof sql>, days: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select club.id, club.name, closes_on as "closesOn" from club_closing join club on club.id = club_closing.club_id
    where closed_at is not null and closes_on + ${days}::integer <= (${now}::timestamptz at time zone club.time_zone)::date
      and ${which} and not exists (select from stopped_club where stopped_club.club_id = club.id and kind = 'suspended')
    order by club.id`.execute(db)
  return rows
}

async function warn({ mail, now }: WriteParts, tx: Transaction<Tables>, { id, name, closesOn }: Due): Promise<void> {
  const { rows: owners } = await sql<{ email: string; name: string }>`
    select account.email, trim(first_name || ' ' || last_name) as name
    from club join person on true join account on account.person_id = person.id
    where club.id = ${id} and account.disabled_at is null and (person.id = club.owner_id or club.owner_id is null and exists (
      select from club_user where club_user.club_id = club.id and account_id = account.id and is_admin))
    order by account.id`.execute(tx)
  const on = longDate(addDays(closesOn, daysKept))
  const list = (await whatIsDeleted(tx, id)).map(line => `- ${line}`).join('\n')
  const text = `${name} closed on ${longDate(closesOn)}. On ${on} we delete it for good:\n\n${list}\n\nTo keep it, reopen it under Settings before then. To take your members with you, export them first.\n`
  for (const owner of owners)
    await mail.post(tx, {
      ...{ letter: 'clubDeletion', to: owner.email, toName: owner.name },
      ...{ subject: `We delete ${name} on ${on}`, text },
    })
  await tx.updateTable('club_closing').set({ warned_at: now() }).where('club_id', '=', id).execute()
}

async function deleteNow({ jobs, now }: WriteParts, tx: Transaction<Tables>, { id, name }: Due): Promise<void> {
  // No club joins it meanwhile, and nobody reopens it.
  await sql`lock table club in share row exclusive mode`.execute(tx)
  const still = await tx
    .selectFrom('club_closing')
    .select('club_id')
    .where('club_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!still) return
  const { rows, files } = await deleteClubAndBelow(tx, id)
  for (const key of files) await jobs.enqueue(tx, deleteFileJob, { key })
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
  await tx
    .insertInto('operator_log')
    .values({ at: now(), action: 'deleteClub', about_club_id: id, details: `${name}: ${counted(total, 'row')}` })
    .execute()
}
