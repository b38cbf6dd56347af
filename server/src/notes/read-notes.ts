import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { noteAudience } from '@honbu/contract/note-category.ts'
import type { getNotes as call, getNoteCategories as categories } from '@honbu/contract/notes.ts'
import { type Kysely, sql } from 'kysely'
import { notFoundOrForeign, type User } from '../platform/access.ts'
import { writeAudit } from '../platform/audit.ts'
import { isReadableNote, type NoteReader, noteReader } from '../platform/readable-notes.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { type Places, statement } from '../platform/statement.ts'
import type { Tables } from '../platform/tables.ts'
import { mentionsOf, withPresentNames } from './read-mentions.ts'

export type NoteRow = Output<typeof call>[number]

/** The notes that the user may read: the category says who does. Each look at one about safeguarding is recorded. */
export async function getNotes({ db, user }: Read, { id }: Input<typeof call>): Promise<NoteRow[]> {
  const notes = await notesOf(db, { memberId: id, ...noteReader(user) })
  await recordViews(db, user, notes)
  return await withMessages(db, notes)
}

async function recordViews(db: Kysely<Tables>, user: User, notes: readonly Stored[]): Promise<void> {
  const entries = notes
    .filter(({ categoryId }) => noteAudience(categoryId) === 'welfare')
    .map(({ id, clubId, memberId }) => ({ clubId, memberId, subject: 'member_note' as const, subjectId: id }))
  if (entries.length === 0) return
  await db
    .transaction()
    .execute(tx => writeAudit(tx, { action: 'viewSafeguardingNote', accountId: user.accountId }, entries))
}

/** @throws Refused 403 for a note that its category keeps from the user */
export async function requireReadable(db: Kysely<Tables>, user: User, id: number): Promise<void> {
  const note = await db
    .selectFrom('member_note')
    .select('id')
    .where('id', '=', id)
    .where(isReadableNote(noteReader(user)))
    .executeTakeFirst()
  if (!note) throw new Refused(403, notFoundOrForeign)
}

export async function readNote(db: Kysely<Tables>, id: number): Promise<NoteRow> {
  const note = await noteRows(db).where('member_note.id', '=', id).executeTakeFirstOrThrow()
  const [shown] = await withMessages(db, [note])
  if (!shown) throw new Error('one note in, one note out')
  return shown
}

export async function getNoteCategories({ db }: Read, _input: Input<typeof categories>) {
  return await db
    .selectFrom('lookup')
    .select(['id', 'name'])
    .where('kind', '=', 'note_category')
    .orderBy('position')
    .execute()
}

const nameOf = (alias: string) =>
  sql<string>`trim(coalesce(${sql.ref(alias)}.first_name || ' ' || ${sql.ref(alias)}.last_name, ''))`

const noteRows = (db: Kysely<Tables>) =>
  db
    .selectFrom('member_note')
    .innerJoin('club', 'club.id', 'member_note.club_id')
    .innerJoin('lookup', 'lookup.id', 'member_note.category_id')
    .leftJoin('account', 'account.id', 'member_note.account_id')
    .leftJoin('person', 'person.id', 'account.person_id')
    .select(['member_note.id', 'member_note.member_id as memberId', 'member_note.club_id as clubId'])
    .select(['club.name as clubName', 'member_note.category_id as categoryId', 'lookup.name as category'])
    .select(['member_note.subject', 'member_note.note', 'member_note.reminder', 'member_note.completed'])
    .select(['member_note.is_pinned as isPinned', 'member_note.has_sms as hasSms', 'member_note.has_email as hasEmail'])
    .select([nameOf('person').as('writtenBy'), 'member_note.created_at as createdAt', 'member_note.version'])

const notesOf = statement((db, reader: Places<NoteReader & { memberId: number }>) =>
  noteRows(db)
    .where('member_note.member_id', '=', reader.memberId)
    .where(isReadableNote(reader))
    .orderBy('member_note.is_pinned', 'desc')
    .orderBy('member_note.id', 'desc'),
)

const messagesOf = statement((db, { noteIds }: Places<{ noteIds: readonly number[] }>) =>
  db
    .selectFrom('note_message')
    .leftJoin('account', 'account.id', 'note_message.account_id')
    .leftJoin('person', 'person.id', 'account.person_id')
    .select(['note_message.id', 'note_message.note_id as noteId', 'channel', 'to_name as toName'])
    .select(['to_address as toAddress', 'state', 'failure', 'sent_at as sentAt'])
    .select(['note_message.created_at as createdAt', nameOf('person').as('sentBy')])
    .where('note_id', '=', sql<number>`any(${noteIds})`)
    .orderBy('note_message.id'),
)

type Stored = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

async function withMessages(db: Kysely<Tables>, notes: readonly Stored[]): Promise<NoteRow[]> {
  const messages = await messagesOf(db, { noteIds: notes.map(({ id }) => id) })
  const mentions = Map.groupBy(
    await mentionsOf(
      db,
      notes.map(({ id }) => id),
    ),
    ({ noteId }) => noteId,
  )
  return notes.map(({ createdAt, ...note }) => ({
    ...note,
    subject: withPresentNames(note.subject, mentions.get(note.id) ?? []),
    note: withPresentNames(note.note, mentions.get(note.id) ?? []),
    mentions: (mentions.get(note.id) ?? []).map(({ accountId, name }) => ({ accountId, name })),
    dateAdded: createdAt.toISOString(),
    messages: messages
      .filter(({ noteId }) => noteId === note.id)
      .map(({ noteId: _, sentAt, createdAt: asked, channel, state, ...message }) => ({
        ...message,
        // The checks on the columns hold them to these.
        channel: channel as NoteRow['messages'][number]['channel'],
        state: state as NoteRow['messages'][number]['state'],
        at: (sentAt ?? asked).toISOString(),
      })),
  }))
}
