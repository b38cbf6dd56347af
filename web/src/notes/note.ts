import type { Output } from '@honbu/contract/endpoint.ts'
import type { getNoteRecipients, getNotes } from '@honbu/contract/notes.ts'

export type Note = Output<typeof getNotes>[number]
export type Recipient = Output<typeof getNoteRecipients>['email']

/** A note as a save takes it, as it stands: what is changed comes over it. */
export const noteInput = (note: Note) => ({
  id: note.memberId,
  memberNoteId: note.id,
  clubId: note.clubId,
  version: note.version,
  noteCategoryId: note.categoryId,
  subject: note.subject,
  note: note.note,
  reminder: note.reminder,
  completed: note.completed,
  isPinned: note.isPinned,
  sendSms: false,
  sendEmail: false,
  evenWithoutConsent: false,
  mentions: note.mentions.map(({ accountId }) => accountId),
})

/** "To Pat Fox, guardian, at 07700 900123" */
export const recipientText = ({ name, address, isGuardian }: NonNullable<Recipient['to']>) =>
  `To ${name}${isGuardian ? ', guardian,' : ''} at ${address}`
