import { createHash, randomBytes } from 'node:crypto'
import type * as call from '@honbu/contract/collections.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { recipientsOf } from '../notes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { clubOf } from './club-of.ts'
import { openAddress } from './mandate-addresses.ts'
import { job } from './parts.ts'

/** How long a link works that was mailed, and one that is opened at once. */
export const mailedFor = 30 * 86_400_000
const openedFor = 60 * 60_000

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
export const newSecret = () => randomBytes(32).toString('base64url')

export const sendDDInvite =
  (providers: Providers) =>
  async (
    { tx, user, now, audit, enqueue }: Write,
    { id: memberId, clubId: given }: Input<typeof call.sendDDInvite>,
  ) => {
    const { clubId } = await clubOf(tx, user, { memberId, clubId: given })
    await demandAccount(tx, providers, clubId)
    const { email } = await recipientsOf(tx, { memberId, clubId, now })
    if (!email.to) throw refused(email.refused ?? 'No e-mail address is known.')
    const { address, name } = email.to
    const expiresAt = new Date(now.getTime() + mailedFor)
    const requestId = await addRequest(
      { tx, user, now },
      { memberId, clubId, expiresAt, email: address, name, hash: null },
    )
    await enqueue(job.inviteMail, { requestId })
    audit({
      clubId,
      memberId,
      subject: 'mandate_request',
      subjectId: requestId,
      before: null,
      after: { email: address },
    })
    return { memberId, clubId, email: address, name, expiresAt: expiresAt.toISOString() }
  }

export const newCustomer =
  (providers: Providers, config: { readonly baseUrl: string; readonly basePath: string }) =>
  async ({ tx, user, now, audit }: Write, { id: memberId, clubId: given }: Input<typeof call.newCustomer>) => {
    const { clubId } = await clubOf(tx, user, { memberId, clubId: given })
    await demandAccount(tx, providers, clubId)
    const secret = newSecret()
    const expiresAt = new Date(now.getTime() + openedFor)
    const requestId = await addRequest(
      { tx, user, now },
      { memberId, clubId, expiresAt, email: null, name: '', hash: hashOf(secret) },
    )
    audit({
      clubId,
      memberId,
      subject: 'mandate_request',
      subjectId: requestId,
      before: null,
      after: { atTheDesk: true },
    })
    return { memberId, clubId, redirectUrl: openAddress(config, secret) }
  }

/** Looks only whether an account is there: nobody is asked inside of a transaction. */
export async function demandAccount(tx: Write['tx'], providers: Providers, clubId: number) {
  if (await providers.hasAccount(tx, clubId, 'gocardless')) return
  throw new Refused(409, 'The club has no account at GoCardless yet: an admin enters it in the club’s settings.')
}

interface Adding extends Pick<Write, 'tx' | 'now'> {
  /** Null: no person has asked for it. */
  readonly user: Pick<Write['user'], 'accountId'> | null
}

interface NewRequest {
  readonly memberId: number
  readonly clubId: number
  readonly expiresAt: Date
  readonly email: string | null
  readonly name: string
  readonly hash: Buffer | null
}

/**
 * Ends the link before, and makes another. One that was mailed and one that is opened at the desk do not end each other:
 * the desk's may be closed unused, and the mailed one is to work then. A mailed one has no secret yet: that is made when
 * the mail is written.
 */
export async function addRequest({ tx, user, now }: Adding, request: NewRequest): Promise<number> {
  const { memberId, clubId, expiresAt, email, name, hash } = request
  const { root_club_id } = await tx
    .selectFrom('member')
    .select('root_club_id')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('mandate_request')
    .set({ ended_at: now })
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('email', email === null ? 'is' : 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
  const { id } = await tx
    .insertInto('mandate_request')
    .values({
      club_id: clubId,
      root_club_id,
      member_id: memberId,
      email,
      to_name: name,
      secret_hash: hash,
      account_id: user?.accountId ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const refused = (message: string) => new Refused(400, message, { id: [message] })
