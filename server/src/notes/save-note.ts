import type { Input } from '@honbu/contract/endpoint.ts'
import { noteAudience } from '@honbu/contract/note-category.ts'
import type { deleteNote as remove, saveNote as save } from '@honbu/contract/notes.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { remindOfNote } from '../tasks/index.ts'
import { clubForNote, lockNote, type NoteWrite } from './lock-note.ts'
import { saveMentions } from './mentions.ts'
import { type NoteRow, readNote, requireReadable } from './read-notes.ts'
import { sendNote } from './send-note.ts'

export async function saveNote(write: NoteWrite, input: Input<typeof save>) {
  const { tx, user, now, audit } = write
  const { id: memberId, memberNoteId, version, subject, note, reminder, completed, isPinned } = input
  const { sendSms, sendEmail, evenWithoutConsent } = input
  const clubId = input.clubId ?? null
  const before = memberNoteId === 0 ? null : await lockNote(write, { noteId: memberNoteId, memberId, clubId, version })
  await requireCategory(tx, input.noteCategoryId)

  const values = {
    category_id: input.noteCategoryId,
    subject,
    note,
    reminder,
    completed,
    is_pinned: isPinned,
    has_sms: sendSms || (before?.hasSms ?? false),
    has_email: sendEmail || (before?.hasEmail ?? false),
  }
  const noteId = before
    ? await update(tx, before, values)
    : await insert(write, { ...values, member_id: memberId, club_id: await clubForNote(write, memberId, clubId) })
  // A task is read by everyone in the club.
  const told = isKept(input.noteCategoryId) ? 'Look at a note' : subject
  if (user) await remindOfNote(tx, { noteId, subject: told, reminder, completed, accountId: user.accountId, now })
  const { clubId: writtenIn } = await readNote(tx, noteId)
  const unmentioned = await saveMentions(write, {
    ...{ noteId, memberId, clubId: writtenIn, categoryId: input.noteCategoryId, subject, note, given: input.mentions },
  })
  if (user)
    await sendNote(
      { ...write, user },
      { noteId, memberId, clubId: writtenIn, subject, note, sendSms, sendEmail, evenWithoutConsent },
    )

  const saved = await readNote(tx, noteId)
  const after = { ...shown(saved), ...(sendSms && { sentSms: true }), ...(sendEmail && { sentEmail: true }) }
  audit({
    clubId: saved.clubId,
    memberId,
    subject: 'member_note',
    subjectId: noteId,
    before: before && shown(before),
    after,
  })
  return { memberNoteId: noteId, version: saved.version, note: saved, unmentioned }
}

export async function deleteNote({ tx, user, audit }: Write, { id }: Input<typeof remove>) {
  await tx.selectFrom('member_note').select('id').where('id', '=', id).forUpdate().execute()
  await requireReadable(tx, user, id)
  const note = await readNote(tx, id)
  // Its task and the record of what it was sent as go with it.
  await tx.deleteFrom('member_note').where('id', '=', id).execute()
  const before = { ...shown(note), sentTo: note.messages.map(({ channel, toName, at }) => ({ channel, toName, at })) }
  audit({ clubId: note.clubId, memberId: note.memberId, subject: 'member_note', subjectId: id, before, after: null })
  return { memberNoteId: id }
}

interface Values {
  readonly category_id: number
  readonly subject: string
  readonly note: string
  readonly reminder: string | null
  readonly completed: boolean
  readonly is_pinned: boolean
  readonly has_sms: boolean
  readonly has_email: boolean
}

async function update(tx: Write['tx'], { id, version }: NoteRow, values: Values): Promise<number> {
  await tx
    .updateTable('member_note')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .execute()
  return id
}

async function insert({ tx, user, now }: NoteWrite, values: Values & { member_id: number; club_id: number }) {
  const { root_club_id } = await tx
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', values.club_id)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('member_note')
    .values({ ...values, root_club_id, account_id: user?.accountId ?? null, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function requireCategory(tx: Write['tx'], id: number) {
  const message = 'Is no category of notes.'
  await tx
    .selectFrom('lookup')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'note_category')
    .executeTakeFirstOrThrow(() => new Refused(400, message, { noteCategoryId: [message] }))
}

/** Only some of the club read it: its words go nowhere else. */
const isKept = (categoryId: number) => noteAudience(categoryId) !== 'staff'

/** What the activity screens show of a note. */
const shown = ({ category, categoryId, subject, note, reminder, completed, isPinned, mentions }: NoteRow) => ({
  category,
  ...(!isKept(categoryId) && { subject, note }),
  reminder,
  completed,
  isPinned,
  ...(mentions.length > 0 && { mentions: mentions.map(({ name }) => name) }),
})
