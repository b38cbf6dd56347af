import { instantAt } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/papers.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { lockForSigning } from './lock-for-signing.ts'
import { recordAnswer } from './record-answer.ts'
import { signersOf, todayOf } from './signers.ts'

export async function signDocument(write: Write, input: Input<typeof call.signDocument>) {
  const { tx, user, now } = write
  const { id: memberId, clubId, documentVersionId, personId, answer, signerName, drawing, how } = input
  const club = { clubId, ...(await todayOf(tx, clubId, now)) }
  const [document] = await lockForSigning(tx, { memberId, clubId, documentVersionIds: [documentVersionId] })
  if (!document) throw await notInForce(write, input)
  const { isUnder18, signers } = await signersOf(tx, { memberId, today: club.today })
  const signer = signers.find(each => each.personId === personId)
  if (!signer) throw refused('personId', isUnder18 ? under18 : 'Neither the member nor a guardian among the contacts.')
  const signedAt = how === 'paper' ? dayOnPaper(input.signedOn, club) : now
  const signatureId = await recordAnswer(write, {
    ...{ memberId, club, document, signer, answer, how, signerName, signedAt },
    drawing: drawing ?? null,
    accountId: user.accountId,
  })
  return { signatureId }
}

const under18 = 'Under 18 a guardian signs: choose one, or add one to the contacts.'

/** Noon of that day: nobody writes the hour on paper. */
function dayOnPaper(day: string | null | undefined, { today, timeZone }: { today: string; timeZone: string }): Date {
  if (!day) throw refused('signedOn', 'Give the day that stands on the paper')
  if (day > today) throw refused('signedOn', 'Not a day that is still to come')
  if (day < '1900-01-01') throw refused('signedOn', 'The year cannot be right')
  return instantAt(timeZone, day, '12:00')
}

async function notInForce({ tx }: Write, { id, clubId, documentVersionId }: Input<typeof call.signDocument>) {
  const membership = await tx
    .selectFrom('club_member')
    .select('id')
    .where('member_id', '=', id)
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  if (!membership) return refused('clubId', 'This member has no membership in that club.')
  const newer = await tx
    .selectFrom('document_in_force')
    .innerJoin('document_version', 'document_version.document_id', 'document_in_force.document_id')
    .select('document_version.id')
    .where('document_in_force.club_id', '=', clubId)
    .where('document_version.id', '=', documentVersionId)
    .executeTakeFirst()
  const message = newer
    ? 'A newer version has been published meanwhile: please read and sign that one.'
    : 'This document is not asked for in that club.'
  return new Refused(409, message, { documentVersionId: [message] })
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
