import { type Attempt, clientOf } from '../platform/attempts.ts'
import type { Account } from './accounts.ts'
import { deviceHash } from './devices.ts'
import type { Exchange, PageParts } from './pages/parts.ts'

/*
 * What a wrong password, code or passkey counts for. A browser in which the account has logged in before has counters of its
 * own, so that no stranger can keep its owner out.
 */

/** The counters of a password for an email address. */
export async function passwordGuess(
  parts: PageParts,
  exchange: Exchange,
  email: string,
  account: Pick<Account, 'id'> | undefined,
): Promise<Attempt[]> {
  const device = await knownDevice(parts, exchange, account?.id ?? 0)
  if (device) return [{ kind: 'device', subject: `password ${email} ${device}` }]
  const { ip } = exchange.request
  return [
    { kind: 'client', subject: ip },
    { kind: 'network', subject: ip },
    { kind: 'guess', subject: `${email} ${clientOf(ip)}` },
    { kind: 'email', subject: email },
  ]
}

/** The counters of a code of the second step, or of a recovery code. */
export async function codeGuess(parts: PageParts, exchange: Exchange, { id, sub }: Account): Promise<Attempt[]> {
  const device = await knownDevice(parts, exchange, id)
  if (device) return [{ kind: 'device', subject: `code ${sub} ${device}` }]
  return [
    { kind: 'client', subject: exchange.request.ip },
    { kind: 'code', subject: sub },
  ]
}

/** The counters of a passkey. Whose it is we know only when it has been checked. */
export async function passkeyGuess(parts: PageParts, exchange: Exchange): Promise<Attempt[]> {
  const device = await knownDevice(parts, exchange)
  return [device ? { kind: 'device', subject: `passkey ${device}` } : { kind: 'passkey', subject: exchange.request.ip }]
}

/** The id of this browser, if the account, or without one any account, has logged in from it. */
async function knownDevice(
  { db, settings, provider }: PageParts,
  { request, reply }: Exchange,
  accountId?: number,
): Promise<string | undefined> {
  const { cookies } = (await provider()).createContext(request.raw, reply.raw)
  // Without the cookie we ask for one that no one has, so that an answer takes the same time.
  const deviceId = cookies.get(settings.cookies.device, { signed: true }) ?? ''
  const found = await db
    .selectFrom('account_device')
    .select('account_id')
    .where('device_hash', '=', deviceHash(deviceId))
    .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? 0))
    .limit(1)
    .executeTakeFirst()
  return found && deviceId
}
