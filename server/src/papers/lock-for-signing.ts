import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import type { VersionInForce } from './record-answer.ts'

interface Signing {
  readonly memberId: number
  readonly clubId: number
  readonly documentVersionIds: readonly number[]
}

/**
 * Those of the versions that are in force for the member at the club, with the member and the documents locked: two who
 * sign for one member come one after the other, and whoever publishes waits.
 */
export async function lockForSigning(tx: Write['tx'], signing: Signing): Promise<VersionInForce[]> {
  const { memberId, clubId, documentVersionIds } = signing
  const versions = [...documentVersionIds]
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
  await sql`
    select id from document where id in (select document_id from document_version where id = any(${versions}))
    order by id for share`.execute(tx)
  const { rows } = await sql<VersionInForce>`
    select document_in_force.document_id as "documentId", document_version.id as "documentVersionId", kind, number, title,
      text, is_required as "isRequired"
    from club_member
    join document_in_force on document_in_force.club_id = club_member.club_id
    join document_version on document_version.id = document_in_force.document_version_id
    where club_member.member_id = ${memberId} and club_member.club_id = ${clubId}
      and document_version.id = any(${versions})
    order by is_required desc, title, document_version.id`.execute(tx)
  return rows
}
