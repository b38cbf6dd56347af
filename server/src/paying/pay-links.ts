import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/paying.ts'
import { sql } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import { recipientsOf } from '../notes/index.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { owedOf } from './owed.ts'
import { type Address, job } from './parts.ts'
import { payAddress } from './pay-addresses.ts'

/** How long a link works that was sent, and one that is shown at the desk. */
const sentFor = 14 * 86_400_000
const shownFor = 86_400_000

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
/** 192 bits: as good as 256 where they are only guessed, and a QR code and a text message are shorter by it. */
export const newSecret = () => randomBytes(24).toString('base64url')

interface Parts {
  readonly providers: Providers
  readonly config: Address
}

export const sendPayLink =
  ({ providers, config }: Parts) =>
  async ({ tx, user, now, audit, enqueue }: Write, input: Input<typeof call.sendPayLink>) => {
    const { id: memberId, clubId, purpose, transactionId, sendBy } = input
    const club = await clubOf(tx, { memberId, clubId })
    await lockAccounts(tx, [memberId])
    if (transactionId !== null) await demandOwn(tx, { memberId, clubId, transactionId, purpose })
    const hasCards = await providers.hasAccount(tx, clubId, 'stripe')
    if (purpose === 'card' && !hasCards) throw new Refused(409, noCards)
    if (purpose === 'pay') {
      if (!hasCards && !(await providers.hasAccount(tx, clubId, 'gocardless'))) throw new Refused(409, noAccount)
      const { items, underWay } = await owedOf(tx, { memberId, clubId, chargeId: transactionId, isPayer: true })
      if (items.length === 0) throw refused(underWay > 0 ? allUnderWay : 'Nothing is owed.')
    }
    const to = await addressee(tx, { memberId, clubId, now, sendBy })
    const secret = sendBy === 'qr' ? newSecret() : null
    const expiresAt = new Date(now.getTime() + (sendBy === 'qr' ? shownFor : sentFor))
    const { id: payLinkId } = await tx
      .insertInto('pay_link')
      .values({
        ...{ club_id: clubId, root_club_id: club.rootClubId, member_id: memberId, purpose, charge_id: transactionId },
        ...{
          sent_by: sendBy,
          sent_to: to.address,
          to_name: to.name,
          secret_hash: secret === null ? null : hashOf(secret),
        },
        ...{ account_id: user.accountId, created_at: now, expires_at: expiresAt },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (secret === null) await enqueue(job.payLinkMessage, { payLinkId })
    const after = {
      purpose,
      sendBy,
      ...(to.address && { sentTo: to.address }),
      ...(transactionId && { transactionId }),
    }
    audit({ clubId, memberId, subject: 'pay_link', subjectId: payLinkId, before: null, after })
    const url = secret && payAddress(config, secret)
    return { memberId, payLinkId, url, sentTo: to.address, name: to.name, expiresAt: expiresAt.toISOString() }
  }

const noAccount = 'The club has no account at Stripe or GoCardless yet: an admin enters it in the club’s settings.'
const noCards = 'The club has no account at Stripe yet: an admin enters it in the club’s settings.'
const allUnderWay = 'All that is owed is already on its way.'

interface Membership {
  readonly memberId: number
  readonly clubId: number
}

async function clubOf(tx: Write['tx'], { memberId, clubId }: Membership) {
  const club = await tx
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select('club.root_club_id as rootClubId')
    .where('member_id', '=', memberId)
    .where('club.id', '=', clubId)
    .executeTakeFirst()
  const message = 'The member has no membership in this club.'
  if (!club) throw new Refused(400, message, { clubId: [message] })
  return club
}

interface Own extends Membership {
  readonly transactionId: number
  readonly purpose: 'pay' | 'card'
}

async function demandOwn(tx: Write['tx'], { memberId, clubId, transactionId, purpose }: Own): Promise<void> {
  const charge = await tx
    .selectFrom('charge')
    .select('id')
    .where('id', '=', transactionId)
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  const message = charge ? 'A card is left for all that is to come.' : 'This transaction is another member’s or club’s.'
  if (!charge || purpose === 'card') throw new Refused(400, message, { transactionId: [message] })
}

interface Sending extends Membership {
  readonly now: Date
  readonly sendBy: 'email' | 'sms' | 'qr'
}

async function addressee(tx: Write['tx'], { memberId, clubId, now, sendBy }: Sending) {
  const { email, sms } = await recipientsOf(tx, { memberId, clubId, now })
  if (sendBy === 'qr') return { address: '', name: '' }
  const asked = sendBy === 'email' ? email : sms
  if (asked.to) return asked.to
  const message = asked.refused ?? 'No address is known.'
  throw new Refused(400, message, { sendBy: [message] })
}

export async function endPayLink(
  { tx, now, audit }: Write,
  { id: memberId, payLinkId }: Input<typeof call.endPayLink>,
) {
  const link = await tx
    .selectFrom('pay_link')
    .select(['club_id as clubId', 'ended_at as endedAt'])
    .where('id', '=', payLinkId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!link) throw new Refused(400, othersLink, { payLinkId: [othersLink] })
  if (!link.endedAt) await tx.updateTable('pay_link').set({ ended_at: now }).where('id', '=', payLinkId).execute()
  const { clubId } = link
  audit({ clubId, memberId, subject: 'pay_link', subjectId: payLinkId, before: { isOpen: !link.endedAt }, after: null })
  return { memberId, payLinkId }
}

const othersLink = 'This link is another member’s.'

/** What a link is about. Of the member no more than the first name leaves the database, but to the provider. */
export interface OpenLink {
  readonly payLinkId: number
  readonly memberId: number
  readonly clubId: number
  readonly rootClubId: number
  readonly clubName: string
  readonly firstName: string
  readonly purpose: 'pay' | 'card'
  readonly chargeId: number | null
  readonly sentBy: 'email' | 'sms' | 'qr'
  readonly sentTo: string
  readonly expiresAt: Date
  readonly endedAt: Date | null
}

/** Whose link it is, also when it is over. Undefined for no link of ours. */
export async function linkOf(db: Db, secret: string): Promise<OpenLink | undefined> {
  const { rows } = await sql<OpenLink>`
    select link.id as "payLinkId", link.member_id as "memberId", club.id as "clubId",
      link.root_club_id as "rootClubId", club.name as "clubName", person.first_name as "firstName",
      purpose, charge_id as "chargeId", sent_by as "sentBy", sent_to as "sentTo",
      expires_at as "expiresAt", ended_at as "endedAt"
    from pay_link link
    join club on club.id = link.club_id
    join member on member.id = link.member_id
    join person on person.id = member.person_id
    where secret_hash = ${hashOf(secret)}`.execute(db)
  return rows[0]
}

const refused = (message: string) => new Refused(409, message, { transactionId: [message] })
