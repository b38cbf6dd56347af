import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'

type Asked = Pick<Read, 'user'> & { readonly db: Db }

export async function getDocuments({ db, user }: Read, { clubId }: Input<typeof call.getDocuments>) {
  const { rows } = await sql<{ id: number }>`
    with recursive above (id) as (
      select ${clubId}::bigint
      union all
      select club.parent_club_id from above join club on club.id = above.id where club.parent_club_id is not null
    )
    select document.id from above join document on document.club_id = above.id`.execute(db)
  return await readDocuments(
    { db, user },
    rows.map(({ id }) => id),
  )
}

/** One document as the contract has it, for who may change it. */
export async function readDocument(asked: Asked, documentId: number) {
  const [document] = await readDocuments(asked, [documentId])
  if (!document) throw new Error('the guard has found the document')
  return document
}

interface Row {
  documentId: number
  version: number
  clubId: number
  clubName: string
  kind: call.DocumentKind
  isRequired: boolean
  title: string
  text: string
  withdrawnAt: Date | null
}

/** Those above first, then by kind and title. What the caller cannot change he sees as far as it is in force. */
async function readDocuments({ db, user }: Asked, ids: readonly number[]) {
  const { rows } = await sql<Row>`
    select document.id as "documentId", document.version, club.id as "clubId", club.name as "clubName", kind,
      is_required as "isRequired", title, text, withdrawn_at as "withdrawnAt"
    from document join club on club.id = document.club_id
    where document.id = any(${[...ids]})
    order by withdrawn_at is not null, club.parent_club_id is not null, club.name,
      array_position(array['terms', 'waiver', 'photo'], kind), title, document.id`.execute(db)
  const versions = await versionsOf(db, ids, [...user.clubs.keys()])
  return rows.flatMap(({ withdrawnAt, ...row }) => {
    const published = versions.filter(({ documentId }) => documentId === row.documentId)
    const [newest] = published
    const canEdit = mayTouch(user, row.clubId, true)
    if (!canEdit && (!newest || withdrawnAt)) return []
    const shown = canEdit || !newest ? row : { ...row, title: newest.title, text: newest.text }
    return {
      ...shown,
      hasChanges: canEdit && (!newest || newest.title !== row.title || newest.text !== row.text),
      versions: published.map(({ documentId: _, text: __, publishedAt, ...version }) => ({
        ...version,
        publishedAt: publishedAt.toISOString(),
      })),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
      canEdit,
    }
  })
}

interface VersionRow {
  documentId: number
  documentVersionId: number
  number: number
  title: string
  text: string
  publishedAt: Date
  publishedBy: string
  signed: number
}

async function versionsOf(db: Db, ids: readonly number[], clubIds: readonly number[]): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select document_id as "documentId", document_version.id as "documentVersionId", number, title, text,
      published_at as "publishedAt", coalesce(trim(person.first_name || ' ' || person.last_name), '') as "publishedBy",
      (select count(*) from document_signature
        where document_version_id = document_version.id and answer = 'signed' and withdrawn_at is null
          and document_signature.club_id = any(${[...clubIds]})) as signed
    from document_version
    left join account on account.id = document_version.published_by
    left join person on person.id = account.person_id
    where document_id = any(${[...ids]}) order by number desc`.execute(db)
  return rows
}

export async function getDocumentVersion({ db }: Read, { id }: Input<typeof call.getDocumentVersion>) {
  const { rows } = await sql<{
    documentVersionId: number
    documentId: number
    clubName: string
    kind: call.DocumentKind
    number: number
    title: string
    text: string
    publishedAt: Date
  }>`
    select document_version.id as "documentVersionId", document_id as "documentId", club.name as "clubName", kind, number,
      title, text, published_at as "publishedAt"
    from document_version join club on club.id = document_version.club_id
    where document_version.id = ${id}`.execute(db)
  const [version] = rows
  if (!version) throw new Error('the guard has found the version')
  return { ...version, publishedAt: version.publishedAt.toISOString() }
}
