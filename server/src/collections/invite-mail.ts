import { todayIn } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Mail } from '../platform/mail.ts'
import { askAddress } from './mandate-addresses.ts'
import { hashOf, newSecret } from './mandate-requests.ts'

export interface InviteParts {
  readonly db: Db
  readonly now: () => Date
  readonly mail: Pick<Mail, 'send'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/** The requests that can still be answered, with what their letter needs. */
export const openRequests = ({ db, now }: Pick<InviteParts, 'db' | 'now'>, requestIds: readonly number[]) =>
  db
    .selectFrom('mandate_request as request')
    .innerJoin('club', 'club.id', 'request.club_id')
    .innerJoin('member', 'member.id', 'request.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select([
      'request.id',
      'request.club_id as clubId',
      'request.email',
      'request.to_name as toName',
      'request.expires_at as expiresAt',
    ])
    .select(['club.name as clubName', 'club.email as clubEmail', 'club.phone', 'club.time_zone as timeZone'])
    .select('person.first_name as firstName')
    .select(sql<string>`trim(person.first_name || ' ' || person.last_name)`.as('name'))
    .where('request.id', 'in', [0, ...requestIds])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .orderBy('request.id')
    .execute()

/** Makes a link for a request. Its secret is stored nowhere but in the letter. */
export async function newLink({ db, config }: Pick<InviteParts, 'db' | 'config'>, requestId: number): Promise<string> {
  const secret = newSecret()
  await db
    .updateTable('mandate_request')
    .set({ secret_hash: hashOf(secret) })
    .where('id', '=', requestId)
    .execute()
  return askAddress(config, secret)
}

/** Sends the link of a request. */
export async function sendInviteMail(parts: InviteParts, requestId: number): Promise<void> {
  const [request] = await openRequests(parts, [requestId])
  if (!request?.email) return
  const { email, clubName, expiresAt, timeZone } = request
  const forWhom = request.toName === request.name ? '' : ` for ${request.firstName}`
  const ways = [request.clubEmail, request.phone].filter(Boolean).join(', ')
  const text = [
    `Hello ${request.toName || request.firstName},`,
    `${clubName} would like to collect membership fees${forWhom} by direct debit. Please open this link to set it up; it takes two minutes, and you need your sort code and account number:`,
    await newLink(parts, requestId),
    `It works until ${longDate(todayIn(timeZone, expiresAt))}. The direct debit is collected by GoCardless, which tells you before each payment, and the Direct Debit Guarantee protects you.`,
    ...(ways ? [`Any question? You can reach us here: ${ways}`] : []),
    clubName,
  ].join('\n\n')
  const subject = `Set up your direct debit${forWhom}: ${clubName}`
  await parts.mail.send({ letter: 'mandateInvitation', clubId: request.clubId, to: email, subject, text: `${text}\n` })
}
