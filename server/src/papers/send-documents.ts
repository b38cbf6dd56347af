import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { documentsAsked } from './member-documents.ts'
import { requestMailJob } from './request-mail.ts'
import { type Signer, signersOf, todayOf } from './signers.ts'

export async function sendDocuments(write: Write, input: Input<typeof call.sendDocuments>) {
  const { tx, user, now, audit, enqueue } = write
  const { id: memberId, clubId, personId = null } = input
  const documentIds = [...new Set(input.documentIds)]
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
  const { today, rootClubId } = await todayOf(tx, clubId, now)
  const asked = await documentsAsked(tx, { memberId, clubIds: [clubId], now })
  const open = asked.filter(document => document.state !== 'signed').map(({ documentId }) => documentId)
  if (!documentIds.every(documentId => open.includes(documentId)))
    throw refused('documentIds', 'Only what is in force in this club, and not signed yet, can be sent.')
  const { signers, isUnder18 } = await signersOf(tx, { memberId, today })
  const signer = receiver(signers, { personId, isUnder18 })
  const requestId = await addRequest(tx, {
    ...{ memberId, clubId, rootClubId, documentIds, now },
    personId: signer.personId,
    email: signer.email,
    accountId: user.accountId,
  })
  await enqueue(requestMailJob, { requestId })
  const after = { documentIds, email: signer.email, personId: signer.personId }
  audit({ clubId, memberId, subject: 'document_request', subjectId: requestId, before: null, after })
  return { email: signer.email, name: signer.name }
}

/** The one asked for, or the first who has an address. */
function receiver(
  signers: readonly Signer[],
  { personId, isUnder18 }: { personId: number | null; isUnder18: boolean },
): Signer & { email: string } {
  const chosen = personId === null ? signers : signers.filter(each => each.personId === personId)
  if (chosen.length === 0)
    throw refused(
      'personId',
      isUnder18 ? 'Under 18 a guardian signs: add one to the contacts first.' : 'Choose the member or a guardian.',
    )
  const reached = chosen.find(({ email }) => email !== null)
  if (!reached?.email) {
    const names = chosen.map(({ name }) => name).join(', ')
    throw refused('personId', `No e-mail address is known of ${names}.`)
  }
  return { ...reached, email: reached.email }
}

/** Days for which a link works. */
export const linkDays = 14

interface NewRequest {
  readonly memberId: number
  readonly clubId: number
  readonly rootClubId: number
  readonly personId: number
  readonly email: string
  readonly documentIds: readonly number[]
  readonly accountId: number
  readonly now: Date
}

/** Ends the link before, and asks anew. There is no secret yet: that is made when the mail is written. */
export async function addRequest(tx: Write['tx'], request: NewRequest): Promise<number> {
  const { memberId, clubId, rootClubId, personId, email, documentIds, accountId, now } = request
  await tx
    .updateTable('document_request')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('ended_at', 'is', null)
    .execute()
  const { id } = await tx
    .insertInto('document_request')
    .values({
      member_id: memberId,
      club_id: clubId,
      root_club_id: rootClubId,
      person_id: personId,
      email,
      account_id: accountId,
      created_at: now,
      expires_at: new Date(now.getTime() + linkDays * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = documentIds.map(documentId => ({ document_request_id: id, document_id: documentId }))
  await tx.insertInto('document_request_item').values(items).execute()
  return id
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
