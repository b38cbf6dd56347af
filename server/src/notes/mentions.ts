import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { noteAudience } from '@honbu/contract/note-category.ts'
import type { getNoteReaders as readers } from '@honbu/contract/note-readers.ts'
import { type Kysely, sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import { clubsOf } from '../platform/clubs-of.ts'
import { isReadableNote, noteReader } from '../platform/readable-notes.ts'
import { Refused } from '../platform/refused.ts'
import { usersOf } from '../platform/rights.ts'
import type { Read } from '../platform/route.ts'
import { staffOfEach } from '../platform/staff-of.ts'
import type { Tables } from '../platform/tables.ts'
import { giveMentionTasks } from '../tasks/index.ts'
import type { NoteWrite } from './lock-note.ts'
import { mentionsOf } from './read-mentions.ts'

interface NotePlace {
  readonly memberId: number
  readonly clubId: number
  readonly categoryId: number
}

/**
 * Those who may read such a note and work in its club; for somebody from above, also their own colleagues. Nobody else is
 * offered: whose account a user may not name, the call's guard refuses.
 */
export async function getNoteReaders({ db, user, now }: Read, { id, clubId, noteCategoryId }: Input<typeof readers>) {
  const [staff = []] = await staffOfEach(db, [{ clubIds: [clubId] }], now)
  const places = await clubsOf.account(
    db,
    staff.map(({ accountId }) => accountId),
  )
  const isColleague = (id: number) => places.some(place => place.id === id && mayTouch(user, place.clubId))
  const others = staff.filter(({ accountId }) => accountId !== user.accountId && isColleague(accountId))
  const note = { memberId: id, clubId, categoryId: noteCategoryId }
  const may = await readersAmong(
    db,
    others.map(({ accountId }) => accountId),
    note,
    now,
  )
  return others
    .filter(({ accountId }) => may.has(accountId))
    .map(({ accountId, name }) => ({ accountId, fullName: name }))
}

/** Which of some accounts may read a note of a category, by the rule that every other reading follows. */
async function readersAmong(
  db: Kysely<Tables>,
  accountIds: readonly number[],
  { memberId, clubId, categoryId }: NotePlace,
  now: Date,
): Promise<ReadonlySet<number>> {
  const users = await usersOf(db, accountIds, now)
  const readers = [...users.values()].map(noteReader)
  const { rows } = await sql<{ id: number }>`
    select reader."accountId" as id
    from jsonb_to_recordset(${JSON.stringify(readers)}::jsonb) reader ("accountId" bigint, "clubIds" bigint[],
      "adminIds" bigint[], "welfareIds" bigint[], "healthIds" bigint[])
    cross join (select ${memberId}::bigint as member_id, ${clubId}::bigint as club_id,
      ${categoryId}::integer as category_id, null::bigint as account_id) note
    where ${isReadableNote(ofReader, 'note')}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const ofReader = {
  ...{ accountId: sql.ref('reader.accountId'), clubIds: sql.ref('reader.clubIds') },
  ...{ adminIds: sql.ref('reader.adminIds'), welfareIds: sql.ref('reader.welfareIds') },
  healthIds: sql.ref('reader.healthIds'),
}

interface Saved extends NotePlace {
  readonly noteId: number
  readonly subject: string
  readonly note: string
  /** Accounts that it is to mention; left out: those that it does already. */
  readonly given: readonly number[] | undefined
}

/**
 * Keeps whom a saved note mentions: those given whose name with @ is in its words. Each gets a task, once.
 * @returns the names of those mentioned before who may not read it any more
 * @throws Refused 400 under `note` for somebody new who may not read it
 */
export async function saveMentions(write: NoteWrite, saved: Saved): Promise<string[]> {
  const { tx, user, now } = write
  if (!user) return []
  const { noteId, clubId, categoryId, given } = saved
  const standing = await mentionsOf(tx, [noteId])
  const ids = [...new Set(given ?? standing.map(({ accountId }) => accountId))].filter(id => id !== user.accountId)
  const words = `${saved.subject}\n${saved.note}`
  const wasWritten = new Map(standing.map(({ accountId, written }) => [accountId, written]))
  const named = (await namesOf(tx, ids)).flatMap(({ accountId, name }) => {
    const written = [name, wasWritten.get(accountId)].find(each => each !== undefined && words.includes(`@${each}`))
    return written === undefined ? [] : [{ accountId, name, written }]
  })
  const may = await readersAmong(
    tx,
    named.map(({ accountId }) => accountId),
    saved,
    now,
  )
  const barred = named.filter(({ accountId }) => !may.has(accountId))
  const wrong = barred.find(({ accountId }) => !wasWritten.has(accountId))
  if (wrong) {
    const message = `${wrong.name} can’t read notes of this category. Choose another category, or take out the mention.`
    throw new Refused(400, message, { note: [message] })
  }
  const kept = named.filter(({ accountId }) => may.has(accountId))
  // Their tasks go along.
  await sql`delete from note_mention where note_id = ${noteId}
    and account_id <> all(${kept.map(({ accountId }) => accountId)}::bigint[])`.execute(tx)
  const { time_zone } = await tx
    .selectFrom('club')
    .select('time_zone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  // A task is read by everyone in the club.
  const told = noteAudience(categoryId) === 'staff' ? `Mentioned in “${saved.subject}”` : 'Mentioned in a note'
  await sql`
    insert into note_mention (note_id, club_id, account_id, name, created_at)
    select ${noteId}::bigint, ${clubId}::bigint, person.id, person.name, ${now}::timestamptz
    from unnest(${kept.map(({ accountId }) => accountId)}::bigint[], ${kept.map(each => each.written)}::text[]) person (id, name)
    on conflict (note_id, account_id) do update set name = excluded.name`.execute(tx)
  await giveMentionTasks({ ...write, user }, { noteId, subject: told, dueOn: todayIn(time_zone, now) })
  return barred.map(({ name }) => name)
}

async function namesOf(db: Kysely<Tables>, accountIds: readonly number[]) {
  const { rows } = await sql<{ accountId: number; name: string }>`
    select account.id as "accountId", trim(person.first_name || ' ' || person.last_name) as name
    from account join person on person.id = account.person_id
    where account.id = any(${[...accountIds]}::bigint[]) order by account.id`.execute(db)
  return rows
}
