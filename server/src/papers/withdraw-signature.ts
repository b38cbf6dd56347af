import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { recordPhotoConsent } from './photo-consent.ts'
import { todayOf } from './signers.ts'

export async function withdrawSignature(write: Write, { id, reason }: Input<typeof call.withdrawSignature>) {
  const { tx, user, now, audit } = write
  const signature = await tx
    .selectFrom('document_signature')
    .innerJoin('document_version', 'document_version.id', 'document_signature.document_version_id')
    .select(['document_signature.member_id as memberId', 'document_signature.club_id as clubId', 'answer'])
    .select(['withdrawn_at as withdrawnAt', 'person_id as personId', 'signer_name as signerName', 'kind'])
    .select(['document_version.document_id as documentId', 'title', 'number', 'text'])
    .where('document_signature.id', '=', id)
    .forUpdate('document_signature')
    .executeTakeFirstOrThrow()
  const { memberId, clubId, answer, signerName, personId, ...document } = signature
  if (signature.withdrawnAt) throw new Refused(409, 'It has been withdrawn already.')
  await tx
    .updateTable('document_signature')
    .set({ withdrawn_at: now, withdrawn_by: user.accountId, withdrawn_reason: reason })
    .where('id', '=', id)
    .execute()
  const after = { withdrawnReason: reason }
  const before = { title: document.title, number: document.number, answer, signerName }
  audit({ clubId, memberId, subject: 'document_signature', subjectId: id, before, after })
  if (document.kind === 'photo' && answer === 'signed')
    await recordPhotoConsent(tx, {
      memberId,
      document,
      signer: personId === null ? null : { personId },
      how: 'inPerson',
      signedAt: now,
      club: await todayOf(tx, clubId, now),
      accountId: user.accountId,
      isGiven: false,
      now,
    })
  return { signatureId: id }
}
