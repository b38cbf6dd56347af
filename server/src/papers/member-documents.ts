import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { readSignatures } from './signatures.ts'
import { signersOf, todayOf } from './signers.ts'

export async function getMemberDocuments({ db, user, now }: Read, { id }: Input<typeof call.getMemberDocuments>) {
  const ours = [...user.clubs.keys()]
  const documents = await documentsAsked(db, { memberId: id, clubIds: ours, now })
  const documentIds = documents.map(({ documentId }) => documentId)
  const [signers, signatures] = await Promise.all([
    whoSigns(db, { memberId: id, ours, now }),
    readSignatures(
      db,
      sql`document_signature.member_id = ${id} and (document_signature.club_id = any(${ours})
        or document_signature.document_id = any(${documentIds}))`,
    ),
  ])
  return {
    ...signers,
    documents: documents.map(({ askedAt, askedEmail, askedUntil, ...document }) => ({
      ...document,
      asked:
        askedAt && askedUntil && askedEmail
          ? { at: askedAt.toISOString(), email: askedEmail, until: askedUntil.toISOString() }
          : null,
    })),
    signatures,
  }
}

async function whoSigns(db: Db, { memberId, ours, now }: { memberId: number; ours: number[]; now: Date }) {
  const club = await db
    .selectFrom('club_member')
    .select('club_id')
    .where('member_id', '=', memberId)
    .where('club_id', 'in', ours)
    .orderBy('club_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { today } = await todayOf(db, club.club_id, now)
  return await signersOf(db, { memberId, today })
}

export interface AskedDocument {
  documentId: number
  documentVersionId: number
  number: number
  kind: call.DocumentKind
  title: string
  isRequired: boolean
  clubId: number
  clubName: string
  ownerName: string
  state: (typeof call.documentStates)[number]
  signatureId: number | null
  askedAt: Date | null
  askedEmail: string | null
  askedUntil: Date | null
}

interface Asked {
  readonly memberId: number
  readonly clubIds: readonly number[]
  readonly now: Date
}

/** Documents of a club that a member has still to sign. */
export async function openDocumentsOf(
  db: Db,
  { memberId, clubId, now }: { memberId: number; clubId: number; now: Date },
): Promise<AskedDocument[]> {
  const asked = await documentsAsked(db, { memberId, clubIds: [clubId], now })
  return asked.filter(({ state }) => state !== 'signed')
}

/**
 * What is in force for a member at some of his clubs, each document once, with how it stands: what is required first. Of
 * several answers to one version the last that was not withdrawn counts.
 */
export async function documentsAsked(db: Db, { memberId, clubIds, now }: Asked): Promise<AskedDocument[]> {
  const { rows } = await sql<AskedDocument>`
    select "documentId", "documentVersionId", number, kind, title, "isRequired", "clubId", "clubName", "ownerName",
      case when answer.answer is not null then answer.answer
        when older.id is not null then 'outdated' else 'open' end as state,
      coalesce(answer.id, older.id) as "signatureId",
      request.created_at as "askedAt", request.email as "askedEmail", request.expires_at as "askedUntil"
    from (
      select distinct on (document_in_force.document_id) document_in_force.document_id as "documentId",
        document_version.id as "documentVersionId", number, kind, title, is_required as "isRequired",
        club.id as "clubId", club.name as "clubName", owner.name as "ownerName"
      from club_member
      join club on club.id = club_member.club_id
      join document_in_force on document_in_force.club_id = club.id
      join document_version on document_version.id = document_in_force.document_version_id
      join club owner on owner.id = document_version.club_id
      where club_member.member_id = ${memberId} and club.id = any(${[...clubIds]})
      order by document_in_force.document_id, club.id
    ) asked
    left join lateral (
      select id, answer from document_signature
      where member_id = ${memberId} and document_version_id = asked."documentVersionId" and withdrawn_at is null
      order by answer = 'signed' desc, id desc limit 1
    ) answer on true
    left join lateral (
      select id from document_signature
      where member_id = ${memberId} and document_id = asked."documentId" and answer = 'signed' and withdrawn_at is null
      order by signed_at desc, id desc limit 1
    ) older on answer.id is null
    left join lateral (
      select created_at, email::text as email, expires_at from document_request
      join document_request_item on document_request_id = document_request.id
      where document_request.member_id = ${memberId} and document_request_item.document_id = asked."documentId"
        and ended_at is null and expires_at > ${now} and document_request.club_id = any(${[...clubIds]})
      order by created_at desc limit 1
    ) request on true
    order by "isRequired" desc, array_position(array['terms', 'waiver', 'photo'], kind), title, "documentId"`.execute(
    db,
  )
  return rows
}
