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

/** Sends the link of a request. Its secret is made here, so that it lies nowhere but in the mail. */
export async function sendInviteMail({ db, now, mail, config }: InviteParts, requestId: number): Promise<void> {
  const request = await db
    .selectFrom('mandate_request as request')
    .innerJoin('club', 'club.id', 'request.club_id')
    .innerJoin('member', 'member.id', 'request.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select([
      'request.club_id as clubId',
      'request.email',
      'request.to_name as toName',
      'request.expires_at as expiresAt',
    ])
    .select(['club.name as clubName', 'club.email as clubEmail', 'club.phone', 'club.time_zone as timeZone'])
    .select('person.first_name as firstName')
    .select(sql<string>`trim(person.first_name || ' ' || person.last_name)`.as('name'))
    .where('request.id', '=', requestId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!request?.email) return
  const { email, clubName, expiresAt, timeZone } = request
  const secret = newSecret()
  await db
    .updateTable('mandate_request')
    .set({ secret_hash: hashOf(secret) })
    .where('id', '=', requestId)
    .execute()
  const forWhom = request.toName === request.name ? '' : ` for ${request.firstName}`
  const ways = [request.clubEmail, request.phone].filter(Boolean).join(', ')
  const text = [
    `Hello ${request.toName || request.firstName},`,
    `${clubName} would like to collect membership fees${forWhom} by direct debit. Please open this link to set it up; it takes two minutes, and you need your sort code and account number:`,
    askAddress(config, secret),
    `It works until ${longDate(todayIn(timeZone, expiresAt))}. The direct debit is collected by GoCardless, which tells you before each payment, and the Direct Debit Guarantee protects you.`,
    ...(ways ? [`Any question? You can reach us here: ${ways}`] : []),
    clubName,
  ].join('\n\n')
  const subject = `Set up your direct debit${forWhom}: ${clubName}`
  await mail.send({ letter: 'mandateInvitation', clubId: request.clubId, to: email, subject, text: `${text}\n` })
}
