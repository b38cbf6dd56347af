import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idText, post } from './endpoint.ts'
import { account, club, member, note, orNew } from './guards.ts'
import { MemberNote } from './members.ts'
import { noteCategoryId } from './note-category.ts'
import { written, writtenLines } from './written.ts'

export const getNoteCategories = get('/api/member/GetNoteCategories', {
  summary: 'What notes can be about, in order.',
  access: 'signedIn',
  output: z.array(z.object({ id, name: z.string() })),
})

/** A message that a note was sent as. */
export const NoteMessage = z.object({
  id,
  channel: z.enum(['sms', 'email']),
  toName: z.string(),
  toAddress: z.string(),
  /** An e-mail is sent when it has been handed over to be sent. */
  state: z.enum(['waiting', 'sending', 'sent', 'failed']),
  /** Why it failed, as a person reads it. */
  failure: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Full name; empty when nobody is known. */
  sentBy: z.string(),
})

export const Note = z.extend(MemberNote, {
  version: z.int(),
  messages: z.array(NoteMessage),
  /** Who is named in it with @, by the name they have now. */
  mentions: z.array(z.object({ accountId: id, name: z.string() })),
})

export const getNotes = get('/api/member/GetNotes/:id', {
  summary:
    "The notes on a member that were written in the user's clubs: the pinned first, then the newest; each with when and " +
    'to whom it was sent.',
  access: member('id'),
  output: z.array(Note),
})

/** Who would get a note over one channel, and what is against it. */
const recipient = z.object({
  /** Null: nobody could get it. */
  to: z.nullable(z.object({ name: z.string(), address: z.string(), isGuardian: z.boolean() })),
  /** Why nobody can get it; null where `to` is there. */
  refused: z.nullable(z.string()),
  /** Has agreed to messages of this kind from this club. */
  hasConsent: z.boolean(),
  /** It's night in the club, and a text leaves at this time (HH:mm); null: at once. */
  waitsUntil: z.nullable(z.string()),
})

export const getNoteRecipients = get('/api/member/GetNoteRecipients/:id', {
  summary: 'Who would get a note on this member if a club sent it: the member, or the guardian of a minor.',
  access: [member('id'), club('clubId')],
  input: { clubId: idText },
  output: z.object({ email: recipient, sms: recipient }),
})

/** The most that goes into one text message, the club's name included (the limit of Twilio's API). */
export const smsMost = 1600

const noteFields = {
  noteCategoryId,
  subject: written(200).check(z.minLength(1, { error: 'Give it a subject' })),
  note: writtenLines(10_000),
  /** A task appears for it, due on that day. */
  reminder: z.nullable(date),
  completed: z.boolean(),
  isPinned: z.boolean(),
  sendSms: z.boolean(),
  sendEmail: z.boolean(),
  /** Accounts, each of which is named in the subject or the note as @ and their name. */
  mentions: z.array(id).check(z.maxLength(50, { error: 'At most 50 people' })),
}

/** What a person writes of a note. */
export const NoteFields = z.object(noteFields)

export const saveNote = post('/api/member/SaveNote/:id', {
  summary:
    'Saves a note on a member (memberNoteId 0: a new one) and sends it, when asked to: to the member, or to the guardian ' +
    'of a minor. A text message to who has not agreed to any is refused (409, under `sendSms`) until told otherwise by ' +
    '`evenWithoutConsent`. A reminder makes a task, and note and task are completed together. Those it mentions get a task ' +
    'too. If a new one may not read the note, it isn’t saved (400, under `note`). Someone mentioned before who may no longer read it is left out.',
  access: [member('id'), orNew(note('memberNoteId')), club('clubId'), account('mentions')],
  repeats: { memberId: 'id' },
  input: {
    memberNoteId: z._default(id, 0),
    /** The club where it is written; left out: that of the note, or the member's first club among the user's. */
    clubId: z.optional(z.nullable(id)),
    version: z.optional(z.int()),
    noteCategoryId: z._default(noteCategoryId, 1301),
    subject: noteFields.subject,
    note: z._default(noteFields.note, ''),
    reminder: z._default(noteFields.reminder, null),
    completed: z._default(noteFields.completed, false),
    isPinned: z._default(noteFields.isPinned, false),
    sendSms: z._default(noteFields.sendSms, false),
    sendEmail: z._default(noteFields.sendEmail, false),
    evenWithoutConsent: z._default(z.boolean(), false),
    /** Left out: those that it mentions already. */
    mentions: z.optional(noteFields.mentions),
  },
  output: z.object({
    memberNoteId: id,
    version: z.int(),
    note: Note,
    /** The names of those mentioned before who may not read it any more. */
    unmentioned: z.array(z.string()),
  }),
})

export const deleteNote = post('/api/member/DeleteNote/:id', {
  summary: 'Deletes a note, with its reminder; the id is the note’s. What it was sent as stays sent.',
  access: note('id'),
  output: z.object({ memberNoteId: id }),
})
