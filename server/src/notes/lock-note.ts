import type { User } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { type NoteRow, readNote, requireReadable } from './read-notes.ts'

interface Edited {
  readonly noteId: number
  readonly memberId: number
  readonly clubId: number | null
  readonly version: number | undefined
}

/** The note as it stands, its row locked. @throws Refused 400 for another member's, 409 over a newer version */
export async function lockNote(
  { tx, user }: Pick<NoteWrite, 'tx' | 'user'>,
  { noteId, memberId, clubId, version }: Edited,
): Promise<NoteRow> {
  await tx.selectFrom('member_note').select('id').where('id', '=', noteId).forUpdate().execute()
  if (user) await requireReadable(tx, user, noteId)
  const note = await readNote(tx, noteId)
  if (note.memberId !== memberId) refuse('memberNoteId', 'This note is about another member.')
  if (clubId !== null && clubId !== note.clubId) refuse('clubId', 'This note belongs to another club.')
  const current = async () => note
  await checkVersion(tx, { subject: 'member_note', subjectId: noteId, is: note.version, given: version, current })
  return note
}

/** What writing a note needs. Of nobody who is signed in (null: what a website was told) it reminds and sends nothing. */
export interface NoteWrite extends Omit<Write, 'user' | 'files'> {
  readonly user: User | null
}

/** Where a new note is written. @throws Refused 400 where the member has never been in that club */
export async function clubForNote(
  { tx, user }: Pick<NoteWrite, 'tx' | 'user'>,
  memberId: number,
  clubId: number | null,
): Promise<number> {
  const memberships = await tx
    .selectFrom('club_member')
    .select('club_id as clubId')
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
  const clubs = memberships.map(row => row.clubId).filter(each => user === null || user.clubs.has(each))
  const found = clubId === null ? clubs[0] : clubs.find(each => each === clubId)
  if (found === undefined) refuse('clubId', 'The member has no membership in this club.')
  return found
}

function refuse(field: string, message: string): never {
  throw new Refused(400, message, { [field]: [message] })
}
