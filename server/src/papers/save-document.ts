import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { changed } from '../platform/changed.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readDocument } from './documents.ts'

export async function saveDocument(write: Write, input: Input<typeof call.saveDocument>) {
  const { tx, audit } = write
  const { id, clubId, version, ...fields } = input
  if (id === 0) return await addDocument(write, clubId, fields)
  const before = await lockDocument(write, id, version)
  if (before.club_id !== clubId) throw refused('clubId', 'This document belongs to another club.')
  const { kind, title, isRequired, text } = fields
  const published = { document_version_document_id_kind_fkey: ['kind', keepsItsKind] } as const
  const saved = await refuseOn(published, () =>
    tx
      .updateTable('document')
      .set({ kind, title, is_required: isRequired, text, version: before.version + 1 })
      .where('id', '=', id)
      .returning(['id as documentId', 'version'])
      .executeTakeFirstOrThrow(),
  )
  const was = { kind: before.kind, title: before.title, isRequired: before.is_required, text: before.text }
  audit({ clubId, subject: 'document', subjectId: id, ...changed(was, fields) })
  return saved
}

const keepsItsKind = 'What has been published stays of its kind: make a new document.'

type Fields = Pick<Input<typeof call.saveDocument>, 'kind' | 'title' | 'isRequired' | 'text'>

async function addDocument({ tx, audit }: Write, clubId: number, fields: Fields) {
  const club = await tx.selectFrom('club').select('root_club_id').where('id', '=', clubId).executeTakeFirstOrThrow()
  const { kind, title, isRequired, text } = fields
  const saved = await tx
    .insertInto('document')
    .values({ club_id: clubId, ...club, kind, title, is_required: isRequired, text })
    .returning(['id as documentId', 'version'])
    .executeTakeFirstOrThrow()
  audit({ clubId, subject: 'document', subjectId: saved.documentId, before: null, after: fields })
  return saved
}

export async function publishDocument(write: Write, { id, version }: Input<typeof call.publishDocument>) {
  const { tx, user, now, audit } = write
  const document = await lockDocument(write, id, version)
  const newest = await newestVersion(write, id)
  const isSame = newest?.title === document.title && newest.text === document.text
  if (isSame && document.withdrawn_at === null)
    throw new Refused(409, `Nothing has changed since version ${newest.number}, which is in force.`)
  const published = isSame
    ? { id: newest.id, number: newest.number }
    : await tx
        .insertInto('document_version')
        .values({
          document_id: id,
          club_id: document.club_id,
          root_club_id: document.root_club_id,
          kind: document.kind,
          number: (newest?.number ?? 0) + 1,
          title: document.title,
          text: document.text,
          published_at: now,
          published_by: user.accountId,
        })
        .returning(['id', 'number'])
        .executeTakeFirstOrThrow()
  await tx
    .updateTable('document')
    .set({ withdrawn_at: null, version: document.version + 1 })
    .where('id', '=', id)
    .execute()
  audit({
    clubId: document.club_id,
    subject: 'document',
    subjectId: id,
    before: { inForce: document.withdrawn_at === null && newest ? newest.number : null },
    after: { inForce: published.number, documentVersionId: published.id },
  })
  return {
    documentId: id,
    version: document.version + 1,
    documentVersionId: published.id,
    number: published.number,
  }
}

export async function withdrawDocument(write: Write, { id, version }: Input<typeof call.withdrawDocument>) {
  const { tx, now, audit } = write
  const document = await lockDocument(write, id, version)
  const newest = await newestVersion(write, id)
  const { club_id: clubId, title, kind, text, is_required: isRequired } = document
  if (!newest) {
    await tx.deleteFrom('document').where('id', '=', id).execute()
    audit({ clubId, subject: 'document', subjectId: id, before: { title, kind, text, isRequired }, after: null })
    return { documentId: id, isDeleted: true }
  }
  if (document.withdrawn_at === null)
    await tx
      .updateTable('document')
      .set({ withdrawn_at: now, version: document.version + 1 })
      .where('id', '=', id)
      .execute()
  audit({ clubId, subject: 'document', subjectId: id, before: { inForce: newest.number }, after: { inForce: null } })
  return { documentId: id, isDeleted: false }
}

/** Who signs meanwhile waits, and then sees what is in force. */
async function lockDocument({ tx, user }: Write, id: number, given: number | undefined) {
  const document = await tx.selectFrom('document').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!document) throw new Refused(404, 'Somebody has deleted this draft.')
  await checkVersion(tx, {
    subject: 'document',
    subjectId: id,
    is: document.version,
    given,
    current: () => readDocument({ db: tx, user }, id),
  })
  return document
}

async function newestVersion({ tx }: Write, documentId: number) {
  return await tx
    .selectFrom('document_version')
    .select(['id', 'number', 'title', 'text'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
