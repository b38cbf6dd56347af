import { todayIn } from '@honbu/contract/calendar.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { sendableFrom } from '@honbu/contract/quiet-hours.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { pounds } from '../platform/money.ts'
import { NotSent } from '../platform/not-sent.ts'
import type { Sms } from '../platform/sms.ts'
import { owedOf } from './owed.ts'
import { type Address, job } from './parts.ts'
import { payAddress } from './pay-addresses.ts'
import { hashOf, newSecret } from './pay-links.ts'

export interface MessageParts {
  readonly db: Db
  readonly now: () => Date
  readonly mail: Pick<Mail, 'send'>
  readonly sms: Sms
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly config: Address
}

/** Sends the link. Its secret is made here, so that it lies nowhere but in the message. */
export async function sendPayLinkMessage(parts: MessageParts, { payLinkId }: { payLinkId: number }): Promise<void> {
  const { db, now, mail, sms, jobs, config } = parts
  const link = await db
    .selectFrom('pay_link as link')
    .innerJoin('club', 'club.id', 'link.club_id')
    .innerJoin('member', 'member.id', 'link.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['link.member_id as memberId', 'link.club_id as clubId', 'link.charge_id as chargeId', 'purpose'])
    .select(['sent_by as sentBy', 'sent_to as sentTo', 'to_name as toName', 'link.expires_at as expiresAt'])
    .select(['club.name as clubName', 'club.email as clubEmail', 'club.phone', 'club.time_zone as timeZone'])
    .select('person.first_name as firstName')
    .where('link.id', '=', payLinkId)
    .where('ended_at', 'is', null)
    .where('link.expires_at', '>', now())
    .executeTakeFirst()
  if (!link || link.sentTo === '') return
  const morning = link.sentBy === 'sms' ? sendableFrom(link.timeZone, now()) : now()
  if (morning > now())
    return await db.transaction().execute(tx => jobs.enqueue(tx, job.payLinkMessage, { payLinkId }, morning))
  const { items, pence } = await owedOf(db, { ...link, isPayer: true })
  // Paid since the link was asked for.
  if (link.purpose === 'pay' && items.length === 0) return
  const secret = newSecret()
  await db
    .updateTable('pay_link')
    .set({ secret_hash: hashOf(secret), problem: '' })
    .where('id', '=', payLinkId)
    .execute()
  const address = payAddress(config, secret)
  const { clubName, firstName } = link
  const what =
    link.purpose === 'card'
      ? `leave a card for the payments of ${firstName}`
      : `pay ${currency(pounds(pence))} for ${firstName}`
  if (link.sentBy === 'sms') {
    const text = `${clubName}: please ${what} here: ${address}`
    await sendText(parts, { payLinkId, to: link.sentTo, text, sms })
    return
  }
  const until = longDate(todayIn(link.timeZone, link.expiresAt))
  const ways = [link.clubEmail, link.phone].filter(Boolean).join(', ')
  const list = items.map(({ description, pence }) => `- ${description}: ${currency(pounds(pence))}`).join('\n')
  const text = [
    `Hello ${link.toName || firstName},`,
    `${clubName} asks you to ${what}:`,
    ...(link.purpose === 'pay' ? [list] : []),
    address,
    `The link works until ${until}. You give your details on the page of the provider; the club does not see them.`,
    ...(ways ? [`Any question? You can reach us here: ${ways}`] : []),
    clubName,
  ].join('\n\n')
  const subject =
    link.purpose === 'card' ? `Your card for ${clubName}` : `To pay: ${currency(pounds(pence))} to ${clubName}`
  await mail.send({ letter: 'payLink', clubId: link.clubId, to: link.sentTo, subject, text: `${text}\n` })
}

interface Text {
  readonly payLinkId: number
  readonly to: string
  readonly text: string
  readonly sms: Sms
}

/** Twice is worse than asked for anew: only what has certainly not been sent is tried again. */
async function sendText({ db }: MessageParts, { payLinkId, to, text, sms }: Text): Promise<void> {
  try {
    await sms.send({ to, text })
  } catch (error) {
    const problem = error instanceof NotSent ? error.message : 'It is not known whether the text message was sent.'
    await db.updateTable('pay_link').set({ problem }).where('id', '=', payLinkId).execute()
    if (error instanceof NotSent && error.canRetry) throw error
  }
}
