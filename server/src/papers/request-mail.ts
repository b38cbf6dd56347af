import { createHash, randomBytes } from 'node:crypto'
import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import type { Db } from '../platform/database.ts'
import type { Mail } from '../platform/mail.ts'
import { documentsAsked } from './member-documents.ts'

/** Writes the mail of a request: `{ requestId }`. */
export const requestMailJob = 'document-request-mail'
/** Puts the mails of many into the queue, each by itself: `{ requestIds }`. */
export const requestMailsJob = 'document-request-mails'

export interface MailParts {
  readonly db: Db
  readonly now: () => Date
  readonly mail: Pick<Mail, 'send'>
  /** The public address, for the link. */
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

export const signPage = '/Papers/Sign'

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Sends the link of a request. Its secret is made here, so that it lies nowhere but in the mail; sent again, the earlier
 * mail's link ends. A request that is over, or has nothing left to sign, sends nothing.
 */
export async function sendRequestMail({ db, now, mail, config }: MailParts, requestId: number): Promise<void> {
  const at = now()
  const request = await db
    .selectFrom('document_request')
    .innerJoin('club', 'club.id', 'document_request.club_id')
    .innerJoin('member', 'member.id', 'document_request.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['document_request.member_id as memberId', 'document_request.club_id as clubId'])
    .select(['document_request.email', 'expires_at as expiresAt', 'document_request.person_id as signerId'])
    .select(['club.name as clubName', 'club.email as clubEmail', 'club.phone', 'club.time_zone as timeZone'])
    .select(['person.first_name as firstName', 'person.id as personId'])
    .where('document_request.id', '=', requestId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (!request) return
  const { memberId, clubId, clubName, timeZone, expiresAt } = request
  const items = await itemsOf(db, requestId)
  const asked = await documentsAsked(db, { memberId, clubIds: [clubId], now: at })
  const open = asked.filter(({ documentId, state }) => items.includes(documentId) && state !== 'signed')
  if (open.length === 0) return

  const secret = randomBytes(32).toString('base64url')
  await db
    .updateTable('document_request')
    .set({ secret_hash: hashOf(secret) })
    .where('id', '=', requestId)
    .execute()
  const forWhom = request.signerId === request.personId ? '' : ` for ${request.firstName}`
  const ways = [request.clubEmail, request.phone].filter(Boolean).join(', ')
  const text = [
    'Hello,',
    `${clubName} asks you to read and sign${forWhom}:`,
    open.map(({ title }) => `- ${title}`).join('\n'),
    'Please open this link. You need no account for it:',
    `${config.baseUrl}${config.basePath}${signPage}?token=${encodeURIComponent(secret)}`,
    `It can be used once, until ${longDate(todayIn(timeZone, expiresAt))}, ${timeIn(timeZone, expiresAt)}.`,
    ...(ways ? [`Any question? You can reach us here: ${ways}`] : []),
    clubName,
  ].join('\n\n')
  const subject = `Please sign${forWhom}: ${titles(open)}`
  await mail.send({ letter: 'signRequest', clubId, to: request.email, subject, text: `${text}\n` })
}

const titles = (open: readonly { title: string }[]) =>
  open.length > 2 ? `${open.length} documents of the club` : open.map(({ title }) => title).join(' and ')

export async function itemsOf(db: Db, requestId: number): Promise<number[]> {
  const items = await db
    .selectFrom('document_request_item')
    .select('document_id')
    .where('document_request_id', '=', requestId)
    .execute()
  return items.map(({ document_id }) => document_id)
}
