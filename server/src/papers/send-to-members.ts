import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { requestMailJob } from './request-mail.ts'
import { addRequest } from './send-documents.ts'
import { signersOf, todayOf } from './signers.ts'
import { expectedToSign } from './unsigned-members.ts'

/** Who was asked this recently is not asked again. */
const quietDays = 7

export async function sendDocumentsToMembers(write: Write, { clubId }: Input<typeof call.sendDocumentsToMembers>) {
  const { tx, user, now, audit, enqueue } = write
  const { today, rootClubId } = await todayOf(tx, clubId, now)
  const since = new Date(now.getTime() - quietDays * 86_400_000)
  const { rows } = await sql<{ memberId: number; documentIds: number[]; askedLately: boolean }>`
    select member.id as "memberId", missing.ids as "documentIds", exists (
        select from document_request
        where document_request.member_id = member.id and document_request.club_id = ${clubId} and ended_at is null
          and expires_at > ${now} and created_at > ${since}) as "askedLately"
    from club_member
    join member on member.id = club_member.member_id
    cross join lateral (
      select array_agg(document_id order by document_id) as ids from unsigned_document
      where unsigned_document.member_id = member.id and unsigned_document.club_id = ${clubId}
    ) missing
    where club_member.club_id = ${clubId} and club_member.member_status_id = any(${[...expectedToSign]})
      and missing.ids is not null
    order by member.id for no key update of member`.execute(tx)
  const result = { sent: 0, withoutAddress: 0, askedLately: 0 }
  for (const { memberId, documentIds, askedLately } of rows) {
    if (askedLately) {
      result.askedLately += 1
      continue
    }
    const { signers } = await signersOf(tx, { memberId, today })
    const signer = signers.find(({ email }) => email !== null)
    if (!signer?.email) {
      result.withoutAddress += 1
      continue
    }
    const requestId = await addRequest(tx, {
      ...{ memberId, clubId, rootClubId, documentIds, now },
      personId: signer.personId,
      email: signer.email,
      accountId: user.accountId,
    })
    await enqueue(requestMailJob, { requestId })
    const after = { documentIds, email: signer.email, personId: signer.personId }
    audit({ clubId, memberId, subject: 'document_request', subjectId: requestId, before: null, after })
    result.sent += 1
  }
  audit({ clubId, subject: 'document_request', before: null, after: result })
  return result
}
