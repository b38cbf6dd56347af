import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/members.ts'
import { sql } from 'kysely'
import { isForTheMat, isReadableNote, noteReader } from '../platform/readable-notes.ts'
import type { Read } from '../platform/route.ts'

/** The pinned notes that the user may read, without those about safeguarding, which are pinned nowhere. */
export async function getPinnedNotes({ db, user }: Read, { id }: Input<typeof call.getPinnedNotes>) {
  const notes = await db
    .selectFrom('member_note')
    .innerJoin('club', 'club.id', 'member_note.club_id')
    .innerJoin('lookup', 'lookup.id', 'member_note.category_id')
    .leftJoin('account', 'account.id', 'member_note.account_id')
    .leftJoin('person', 'person.id', 'account.person_id')
    .select(['member_note.id', 'member_note.member_id as memberId', 'member_note.club_id as clubId'])
    .select(['club.name as clubName', 'member_note.category_id as categoryId', 'lookup.name as category'])
    .select(['member_note.subject', 'member_note.note', 'member_note.reminder', 'member_note.completed'])
    .select(['member_note.is_pinned as isPinned', 'member_note.has_sms as hasSms', 'member_note.has_email as hasEmail'])
    .select(sql<string>`trim(coalesce(person.first_name || ' ' || person.last_name, ''))`.as('writtenBy'))
    .select('member_note.created_at as dateAdded')
    .where('member_note.member_id', '=', id)
    .where('member_note.is_pinned', '=', true)
    .where(isReadableNote(noteReader(user)))
    .where(isForTheMat())
    .orderBy('member_note.id', 'desc')
    .execute()
  return notes.map(note => ({ ...note, dateAdded: note.dateAdded.toISOString() }))
}
