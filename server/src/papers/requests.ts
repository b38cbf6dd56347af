import { sql } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import { demandWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import type { Mail, Message } from '../platform/mail.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { lockForSigning } from './lock-for-signing.ts'
import { type AskedDocument, documentsAsked } from './member-documents.ts'
import { recordAnswer, type VersionInForce } from './record-answer.ts'
import { hashOf, itemsOf } from './request-mail.ts'
import { signersOf, todayOf } from './signers.ts'

/** What a link is about. Of the member no more than the first name leaves the database. */
export interface DocumentRequest {
  readonly requestId: number
  readonly memberId: number
  readonly clubId: number
  readonly clubName: string
  readonly firstName: string
  /** Signs for himself, or as a guardian. */
  readonly isMember: boolean
  readonly personId: number
  readonly email: string
  readonly expiresAt: Date
  readonly endedAt: Date | null
  readonly usedAt: Date | null
  /** Of the club. */
  readonly timeZone: string
}

/** Whose link it is, also when it has been used. Undefined for no link of ours. */
export async function requestOf(db: Db, secret: string): Promise<DocumentRequest | undefined> {
  const { rows } = await sql<DocumentRequest>`
    select request.id as "requestId", request.member_id as "memberId", club.id as "clubId", club.name as "clubName",
      person.first_name as "firstName", request.person_id = person.id as "isMember", request.person_id as "personId",
      request.email::text as email, expires_at as "expiresAt", ended_at as "endedAt", used_at as "usedAt",
      club.time_zone as "timeZone"
    from document_request request
    join club on club.id = request.club_id
    join member on member.id = request.member_id
    join person on person.id = member.person_id
    where request.secret_hash = ${hashOf(secret)}`.execute(db)
  if (rows[0]) await demandWorking(db, rows[0].clubId)
  return rows[0]
}

export type OpenDocument = AskedDocument & { readonly text: string }

/** What is left to sign of a request, in the versions that are in force now. */
export async function openDocuments(db: Db, request: DocumentRequest, now: Date): Promise<OpenDocument[]> {
  const { memberId, clubId, requestId } = request
  const items = await itemsOf(db, requestId)
  const asked = await documentsAsked(db, { memberId, clubIds: [clubId], now })
  const open = asked.filter(({ documentId, state }) => items.includes(documentId) && state !== 'signed')
  if (open.length === 0) return []
  const texts = await db
    .selectFrom('document_version')
    .select(['id', 'text'])
    .where(
      'id',
      'in',
      open.map(({ documentVersionId }) => documentVersionId),
    )
    .execute()
  const textOf = new Map(texts.map(({ id, text }) => [id, text]))
  return open.map(document => ({ ...document, text: textOf.get(document.documentVersionId) ?? '' }))
}

export interface Answers {
  readonly signerName: string
  /** By the id of the version that was shown. */
  readonly answers: ReadonlyMap<number, 'signed' | 'declined'>
}

export interface KeptAnswer {
  readonly documentVersionId: number
  readonly title: string
  readonly answer: 'signed' | 'declined'
}

/** The answers that were given by a link which has been used. */
export async function keptAnswers(
  db: Db,
  { memberId, clubId, personId, usedAt }: DocumentRequest,
): Promise<KeptAnswer[]> {
  const { rows } = await sql<KeptAnswer>`
    select document_version_id as "documentVersionId", title, answer
    from document_signature join document_version on document_version.id = document_version_id
    where document_signature.member_id = ${memberId} and document_signature.club_id = ${clubId}
      and person_id = ${personId} and how = 'link' and signed_at = ${usedAt}
    order by document_signature.id`.execute(db)
  return rows
}

export interface RequestParts {
  readonly db: Db
  readonly now: () => Date
  readonly mail: Pick<Mail, 'post'>
}

/**
 * Answers a request, once, and uses its link up: each document that is asked for with a yes or a no, all or nothing. A copy
 * goes to the address that was asked.
 * @throws Refused 409 when the link is over, the texts have changed, or its receiver may not sign any more
 */
export async function answerRequest({ db, now, mail }: RequestParts, secret: string, given: Answers): Promise<void> {
  const at = now()
  await db.transaction().execute(async tx => {
    const found = await requestOf(tx, secret)
    if (!found) throw new Refused(404, 'This link does not work any more.')
    const versions = await lockForSigning(tx, { ...found, documentVersionIds: [...given.answers.keys()] })
    // Read again behind the lock: the button may have been pressed twice.
    const request = await requestOf(tx, secret)
    if (!request || request.endedAt || request.expiresAt <= at)
      throw new Refused(409, 'This link has been used, or is over.')
    const open = await openDocuments(tx, request, at)
    if (!isAnswerTo(open, versions))
      throw new Refused(409, 'A text has changed while you were reading. Please read it again.')
    const club = { clubId: request.clubId, ...(await todayOf(tx, request.clubId, at)) }
    const { signers } = await signersOf(tx, { memberId: request.memberId, today: club.today })
    const signer = signers.find(({ personId }) => personId === request.personId)
    if (!signer) throw new Refused(409, 'You cannot sign this any more. Please ask the club.')

    const entries: Parameters<Write['audit']>[0][] = []
    const write = { tx, now: at, audit: (entry: (typeof entries)[number]) => void entries.push(entry) }
    const answered: string[] = []
    for (const document of versions) {
      const answer = given.answers.get(document.documentVersionId) ?? 'declined'
      await recordAnswer(write, {
        ...{ memberId: request.memberId, club, document, signer, answer, signerName: given.signerName },
        ...{ how: 'link', drawing: null, signedAt: at, accountId: null },
      })
      answered.push(copyOf(document, answer))
    }
    await tx
      .updateTable('document_request')
      .set({ ended_at: at, used_at: at })
      .where('id', '=', request.requestId)
      .execute()
    await writeAudit(tx, { action: 'answerDocumentRequest', accountId: null }, entries)
    await mail.post(tx, copyMail(request, given.signerName, answered))
  })
}

/** Exactly what is open was shown and answered, in the version that is in force. */
const isAnswerTo = (open: readonly OpenDocument[], versions: readonly VersionInForce[]) =>
  open.length > 0 &&
  open.length === versions.length &&
  open.every(({ documentVersionId }) => versions.some(version => version.documentVersionId === documentVersionId))

const copyOf = ({ title, number, text }: VersionInForce, answer: 'signed' | 'declined') =>
  `${title} (version ${number}): ${answer === 'signed' ? 'agreed' : 'not agreed'}\n\n${text}`

function copyMail(request: DocumentRequest, signerName: string, answered: string[]): Message {
  const { clubId, clubName, firstName, isMember, email } = request
  const forWhom = isMember ? '' : ` for ${firstName}`
  const head = `Thank you. This is what you answered${forWhom}, as ${signerName}; please keep it.`
  const rule = '-'.repeat(40)
  return {
    ...{ letter: 'signedCopy', clubId },
    to: email,
    subject: `Your copy: signed${forWhom} at ${clubName}`,
    text: `${[head, ...answered, clubName].join(`\n\n${rule}\n\n`)}\n`,
  }
}
