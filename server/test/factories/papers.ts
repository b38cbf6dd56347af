import type { Db } from '../../src/platform/database.ts'
import { testNow } from '../app.ts'
import { inTree } from './in-tree.ts'
import { next } from './next.ts'

/** A document that is in force; required terms unless told otherwise. A draft: with `published: 0`. */
export async function createDocument(
  db: Db,
  { clubId, kind = 'terms', isRequired = true, published = 1, title = `Terms ${next()}` }: DocumentInput,
) {
  const tree = await inTree(db, clubId)
  const text = `You agree to ${title}.`
  const document = await db
    .insertInto('document')
    .values({ ...tree, kind, is_required: isRequired, title, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  let versionId = 0
  for (let number = 1; number <= published; number++)
    versionId = (
      await db
        .insertInto('document_version')
        .values({ ...tree, document_id: document.id, kind, number, title, text, published_at: testNow })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  return { id: document.id, versionId, title }
}

interface DocumentInput {
  clubId: number
  kind?: 'terms' | 'waiver' | 'photo'
  isRequired?: boolean
  published?: number
  title?: string
}

/** The member signs the newest version of a document on the screen. */
export async function sign(db: Db, { memberId, documentId }: { memberId: number; documentId: number }) {
  const version = await db
    .selectFrom('document_version')
    .select(['id as document_version_id', 'document_id'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const membership = await db
    .selectFrom('club_member')
    .innerJoin('member', 'member.id', 'club_member.member_id')
    .select(['club_member.club_id', 'club_member.root_club_id', 'member.person_id'])
    .where('member_id', '=', memberId)
    .orderBy('club_member.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return await db
    .insertInto('document_signature')
    .values({
      ...version,
      ...membership,
      member_id: memberId,
      answer: 'signed',
      how: 'screen',
      signer_name: 'Jo Test',
      signed_at: testNow,
      recorded_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
