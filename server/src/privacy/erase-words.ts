import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'

/** The messages that a member alone has got, or was to get: nobody else is named in them. */
export async function messagesToOne(tx: Write['tx'], memberId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct message.id from message join message_recipient own on own.message_id = message.id
    where own.member_id = ${memberId} and message.status <> 'standing' and not exists (
      select from message_recipient other
      where other.message_id = message.id and other.member_id is distinct from ${memberId})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Empties messages to one member, with what the audit keeps of writing them, and drops copies that nobody got. */
export async function emptyMessages(tx: Write['tx'], messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return
  const ids = sql`any(${[...messageIds]}::bigint[])`
  await sql`
    update message set name = 'Erased', subject = '', body = '', gaps = '[]',
      audience = '{"include":[],"exclude":[]}', version = version + 1 where id = ${ids}`.execute(tx)
  await sql`delete from message_copy where message_id = ${ids}`.execute(tx)
  await sql`
    update audit set before = null, after = null
    where subject = 'message' and subject_id = ${ids} and (before is not null or after is not null)`.execute(tx)
}

/** Drops copies of messages to many that nobody is left to have got. */
export async function dropCopies(tx: Write['tx'], copyIds: readonly number[]): Promise<void> {
  if (copyIds.length === 0) return
  await sql`
    delete from message_copy where id = any(${[...copyIds]}::bigint[])
      and not exists (select from message_recipient where copy_id = message_copy.id)`.execute(tx)
}

/**
 * Takes a full name out of what points at no member and names them all the same: tasks, drafts of joining and of messages,
 * and what the audit keeps of writing those.
 * @param name first and last name; a single word would be found in too much
 */
export async function eraseName(tx: Write['tx'], rootClubId: number, name: string): Promise<void> {
  if (!/\S\s+\S/.test(name)) return
  const pattern = `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`
  const tree = sql`(select id from club where root_club_id = ${rootClubId})`
  await sql`
    update task set subject = case when subject ilike ${pattern} then 'About someone who was erased' else subject end,
      details = case when details ilike ${pattern} then '' else details end, version = version + 1
    where root_club_id = ${rootClubId} and (subject ilike ${pattern} or details ilike ${pattern})`.execute(tx)
  await sql`
    update audit set before = null, after = null
    where club_id in ${tree} and (before::text ilike ${pattern} or after::text ilike ${pattern})`.execute(tx)
  await sql`
    delete from joining_draft
    where club_id in ${tree} and (title ilike ${pattern} or content::text ilike ${pattern})`.execute(tx)
  await sql`
    delete from message_draft where draft::text ilike ${pattern} and account_id in (
      select account_id from club_user where club_id in ${tree})`.execute(tx)
  // A file that waits to be imported is checked again: its forecast names who would not be charged.
  await sql`
    update import_batch set billing = null where club_id in ${tree} and billing::text ilike ${pattern}`.execute(tx)
  await sql`
    delete from form_draft where root_club_id = ${rootClubId} and draft::text ilike ${pattern}`.execute(tx)
  await sql`
    delete from club_message_draft where root_club_id = ${rootClubId} and draft::text ilike ${pattern}`.execute(tx)
  // A letter of a suspended club that waits until the suspension is lifted.
  await sql`
    delete from held_job where club_id in ${tree} and data::text ilike ${pattern}`.execute(tx)
}
