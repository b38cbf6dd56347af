import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { openDocumentsOf } from './member-documents.ts'
import { requestMailJob } from './request-mail.ts'
import { type Signer, signersOf, todayOf } from './signers.ts'

export async function sendDocuments(write: Write, input: Input<typeof call.sendDocuments>) {
  const { tx, user, now, audit, enqueue } = write
  const { id: memberId, clubId, personId = null } = input
  const documentIds = [...new Set(input.documentIds)]
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
  const { today, rootClubId } = await todayOf(tx, clubId, now)
  const open = (await openDocumentsOf(tx, { memberId, clubId, now })).map(({ documentId }) => documentId)
  if (!documentIds.every(documentId => open.includes(documentId)))
    throw refused('documentIds', 'Only what is in force in this club, and not signed yet, can be sent.')
  const { signers, isUnder18 } = await signersOf(tx, { memberId, today })
  const signer = receiver(signers, { personId, isUnder18 })
  const toSign = { memberId, documentIds, personId: signer.personId, email: signer.email }
  const [requestId = 0] = await addRequests(tx, { clubId, rootClubId, accountId: user.accountId, now }, [toSign])
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

interface Asking {
  readonly clubId: number
  readonly rootClubId: number
  readonly accountId: number
  readonly now: Date
}

export interface ToSign {
  readonly memberId: number
  readonly personId: number
  readonly email: string
  readonly documentIds: readonly number[]
}

/**
 * Ends the links before, and asks anew: each member once. There is no secret yet: that is made when the mail is written.
 * @returns the ids, in the order of `asked`
 */
export async function addRequests(tx: Write['tx'], asking: Asking, asked: readonly ToSign[]): Promise<number[]> {
  const { clubId, rootClubId, accountId, now } = asking
  const memberIds = asked.map(({ memberId }) => memberId)
  await sql`
    update document_request set ended_at = ${now}
    where member_id = any(${memberIds}::bigint[]) and club_id = ${clubId} and ended_at is null`.execute(tx)
  const { rows } = await sql<{ id: number; memberId: number }>`
    insert into document_request
      (member_id, club_id, root_club_id, person_id, email, account_id, created_at, expires_at)
    select member_id, ${clubId}, ${rootClubId}, person_id, email, ${accountId}, ${now},
      ${new Date(now.getTime() + linkDays * 86_400_000)}
    from unnest(${memberIds}::bigint[], ${asked.map(({ personId }) => personId)}::bigint[],
      ${asked.map(({ email }) => email)}::text[]) as asked (member_id, person_id, email)
    returning id, member_id as "memberId"`.execute(tx)
  const ids = new Map(rows.map(({ id, memberId }) => [memberId, id]))
  const idOf = (memberId: number) => ids.get(memberId) ?? 0
  const items = asked.flatMap(({ memberId, documentIds }) => documentIds.map(id => [idOf(memberId), id] as const))
  await sql`
    insert into document_request_item (document_request_id, document_id)
    select * from unnest(${items.map(([request]) => request)}::bigint[],
      ${items.map(([, document]) => document)}::bigint[])`.execute(tx)
  return memberIds.map(idOf)
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
