import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'

interface Row {
  signatureId: number
  documentVersionId: number
  documentId: number
  kind: call.DocumentKind
  title: string
  number: number
  answer: 'signed' | 'declined'
  how: (typeof call.signingWays)[number]
  signerName: string
  relationship: string
  signedAt: Date
  clubName: string
  recordedBy: string
  withdrawnAt: Date | null
  withdrawnBy: string
  withdrawnReason: string
  memberId: number
  memberName: string
  timeZone: string
}

/** The latest first; `where` speaks of `document_signature`. */
export async function readSignatures(db: Db, where: RawBuilder<unknown>) {
  return (await rowsWhere(db, where)).map(shown)
}

export async function getSignature({ db }: Read, { id }: Input<typeof call.getSignature>) {
  const [row] = await rowsWhere(db, sql`document_signature.id = ${id}`)
  const { rows } = await sql<{ text: string; drawing: string | null }>`
    select text, drawing from document_signature
    join document_version on document_version.id = document_version_id
    where document_signature.id = ${id}`.execute(db)
  if (!row || !rows[0]) throw new Error('the guard has found the signature')
  return { ...shown(row), ...rows[0] }
}

const shown = ({ signedAt, withdrawnAt, withdrawnBy, withdrawnReason, ...row }: Row) => ({
  ...row,
  signedAt: signedAt.toISOString(),
  withdrawn: withdrawnAt && { at: withdrawnAt.toISOString(), by: withdrawnBy, reason: withdrawnReason },
})

async function rowsWhere(db: Db, where: RawBuilder<unknown>): Promise<Row[]> {
  const nameOf = (accountId: RawBuilder<unknown>) => sql`coalesce((
    select trim(first_name || ' ' || last_name) from account join person on person.id = account.person_id
    where account.id = ${accountId}), '')`
  const { rows } = await sql<Row>`
    select document_signature.id as "signatureId", document_version_id as "documentVersionId",
      document_signature.document_id as "documentId", document_version.kind, title, number, answer, how,
      signer_name as "signerName", document_signature.relationship, signed_at as "signedAt", club.name as "clubName",
      ${nameOf(sql`document_signature.account_id`)} as "recordedBy", withdrawn_at as "withdrawnAt",
      ${nameOf(sql`document_signature.withdrawn_by`)} as "withdrawnBy", withdrawn_reason as "withdrawnReason",
      member.id as "memberId", trim(person.first_name || ' ' || person.last_name) as "memberName",
      club.time_zone as "timeZone"
    from document_signature
    join document_version on document_version.id = document_signature.document_version_id
    join club on club.id = document_signature.club_id
    join member on member.id = document_signature.member_id
    join person on person.id = member.person_id
    where ${where}
    order by signed_at desc, document_signature.id desc`.execute(db)
  return rows
}
