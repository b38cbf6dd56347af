import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { requestMailsJob } from './request-mail.ts'
import { addRequests, type ToSign } from './send-documents.ts'
import { signersOfMany, todayOf } from './signers.ts'
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
  const notAskedLately = rows.filter(({ askedLately }) => !askedLately)
  const signersOf = await signersOfMany(tx, { memberIds: notAskedLately.map(({ memberId }) => memberId), today })
  const toSign: ToSign[] = []
  for (const { memberId, documentIds } of notAskedLately) {
    const signer = signersOf(memberId).signers.find(({ email }) => email !== null)
    if (signer?.email) toSign.push({ memberId, documentIds, personId: signer.personId, email: signer.email })
  }
  const requestIds = await addRequests(tx, { clubId, rootClubId, accountId: user.accountId, now }, toSign)
  if (requestIds.length > 0) await enqueue(requestMailsJob, { requestIds })
  for (const [index, { memberId, documentIds, email, personId }] of toSign.entries()) {
    const after = { documentIds, email, personId }
    audit({ clubId, memberId, subject: 'document_request', subjectId: requestIds[index] ?? 0, before: null, after })
  }
  const result = {
    sent: toSign.length,
    withoutAddress: notAskedLately.length - toSign.length,
    askedLately: rows.length - notAskedLately.length,
  }
  audit({ clubId, subject: 'document_request', before: null, after: result })
  return result
}
