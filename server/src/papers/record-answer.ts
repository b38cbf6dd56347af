import { longDate } from '@honbu/contract/format.ts'
import type * as call from '@honbu/contract/papers.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import { recordPhotoConsent } from './photo-consent.ts'
import type { Signer } from './signers.ts'

/** A version that is in force at a club. */
export interface VersionInForce {
  readonly documentId: number
  readonly documentVersionId: number
  readonly kind: call.DocumentKind
  readonly number: number
  readonly title: string
  readonly text: string
  readonly isRequired: boolean
}

export interface Answer {
  readonly memberId: number
  readonly club: {
    readonly clubId: number
    readonly rootClubId: number
    readonly today: string
    readonly timeZone: string
  }
  readonly document: VersionInForce
  readonly signer: Signer
  readonly answer: 'signed' | 'declined'
  readonly how: 'screen' | 'link' | 'paper'
  readonly signerName: string
  readonly drawing: string | null
  readonly signedAt: Date
  /** Who holds the device; null: nobody, it is the signer's own. */
  readonly accountId: number | null
}

type AnswerWrite = Pick<Write, 'tx' | 'now' | 'audit'>

/**
 * Keeps an answer, and what follows from it: photo consent, and for what is required and declined a task. The caller has
 * locked the member and the document, and knows that the signer may sign.
 * @throws Refused 409 under `documentVersionId` when that version has been signed
 */
export async function recordAnswer(write: AnswerWrite, given: Answer): Promise<number> {
  const { tx, audit, now } = write
  const { memberId, club, document, signer, answer, how, signerName, drawing, signedAt, accountId } = given
  await refuseSigned(tx, given)
  const { id } = await refuseOn(signedAlready, () =>
    tx
      .insertInto('document_signature')
      .values({
        member_id: memberId,
        club_id: club.clubId,
        root_club_id: club.rootClubId,
        document_id: document.documentId,
        document_version_id: document.documentVersionId,
        answer,
        how,
        person_id: signer.personId,
        signer_name: signerName,
        relationship: signer.isMember ? '' : signer.relationship || 'Guardian',
        drawing,
        signed_at: signedAt,
        recorded_at: now,
        account_id: accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  audit({
    clubId: club.clubId,
    memberId,
    subject: 'document_signature',
    subjectId: id,
    before: null,
    after: { title: document.title, number: document.number, answer, how, signerName, personId: signer.personId },
  })
  if (document.kind === 'photo') await recordPhotoConsent(tx, { ...given, isGiven: answer === 'signed', now })
  await tellStaff(write, { ...given, signatureId: id })
  return id
}

const already = 'This version has been signed already.'
const signedAlready = { document_signature_once: ['documentVersionId', already] } as const

/** Who has signed cannot decline the same text; the signature is withdrawn instead. */
async function refuseSigned(tx: Write['tx'], { memberId, document }: Answer) {
  const signed = await tx
    .selectFrom('document_signature')
    .select('id')
    .where('member_id', '=', memberId)
    .where('document_version_id', '=', document.documentVersionId)
    .where('answer', '=', 'signed')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (signed) throw new Refused(409, already, { documentVersionId: [already] })
}

/** A required document that was declined wants a talk; when it is signed after all there is nothing left to do. */
async function tellStaff({ tx, now }: AnswerWrite, { memberId, club, document, answer, ...rest }: Told) {
  const { signatureId, signerName } = rest
  if (answer === 'declined') {
    if (!document.isRequired) return
    await raiseTask(tx, {
      clubId: club.clubId,
      memberId,
      kind: 'terms',
      cause: `declined:${signatureId}`,
      subject: `“${shortened(document.title)}” was declined by ${shortened(signerName)} on ${longDate(club.today)}`,
      dueOn: club.today,
    })
    return
  }
  const declined = await tx
    .selectFrom('document_signature')
    .select('id')
    .where('member_id', '=', memberId)
    .where('document_id', '=', document.documentId)
    .where('answer', '=', 'declined')
    .execute()
  const causes = declined.map(({ id }) => `declined:${id}`)
  await closeTasks(tx, { kind: 'terms', causes, because: 'Was signed after all', now })
}

interface Told extends Answer {
  readonly signatureId: number
}

/** The subject of a task has room for 500 characters. */
const shortened = (text: string) => (text.length > 150 ? `${text.slice(0, 149)}…` : text)
