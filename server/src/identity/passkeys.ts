import { createHash } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { type Account, accountBySub, fullName } from './accounts.ts'
import { challengeEnd, isChallenge, newChallenge } from './challenges.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

interface Parts {
  readonly db: Kysely<Tables>
  readonly settings: Settings
  readonly secrets: Secrets
  readonly now: () => Date
}

/** What a signature by a passkey turned out to be. Of a wrong one, whose passkey it was, where that is known. */
export type PasskeyCheck =
  | { readonly is: 'right'; readonly account: Account }
  | { readonly is: 'wrong'; readonly accountId: number | undefined }

export interface Passkeys {
  /** What the browser is to ask a passkey for, as JSON; a sign-in by anyone, or the proof that it is still this account. */
  askOptions(sub?: string): Promise<string>
  /** The same for a new passkey. Its challenge is given out after a right password only, and so says that there was one. */
  addOptions(account: Account): Promise<string>
  /** Checks the answer of a browser and uses its challenge up. */
  check(answer: string, sub?: string): Promise<PasskeyCheck>
  /** Keeps a new passkey; false when the answer is not right. */
  add(tx: Transaction<Tables>, passkey: { account: Account; name: string; answer: string }): Promise<boolean>
}

/** Ed25519, ES256, RS256 (COSE): what every authenticator has. */
const algorithms = [-8, -7, -257]

/** No account has more: who needs them all has lost count. */
export const mostPasskeys = 20

const ask = (sub: string | undefined) => (sub === undefined ? 'sign-in' : `prove:${sub}`)

/**
 * Passkeys (WebAuthn): discoverable, and always with the person verified by the device, so that one counts as two factors.
 * They belong to the host of the public address.
 */
export function openPasskeys({ db, settings, secrets, now }: Parts): Passkeys {
  const { hostname: rpID, origin } = new URL(settings.baseUrl)

  return {
    async askOptions(sub) {
      const allowed = sub === undefined ? [] : await keysOf(db, sub)
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: newChallenge(secrets, ask(sub), now()),
        userVerification: 'required',
        ...(sub !== undefined && { allowCredentials: allowed }),
      })
      return JSON.stringify(options)
    },

    async addOptions(account) {
      const options = await generateRegistrationOptions({
        rpName: 'Honbu',
        rpID,
        userID: Uint8Array.from(Buffer.from(account.sub)),
        userName: account.email,
        userDisplayName: fullName(account),
        challenge: newChallenge(secrets, `add:${account.sub}`, now()),
        attestationType: 'none',
        excludeCredentials: await keysOf(db, account.sub),
        supportedAlgorithmIDs: algorithms,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return JSON.stringify(options)
    },

    async check(answer, sub) {
      const response = parsed<AuthenticationResponseJSON>(answer)
      const passkey = response && (await passkeyOf(db, response.id))
      if (!response || !passkey || (sub !== undefined && passkey.sub !== sub))
        return { is: 'wrong', accountId: undefined }
      const wrong = { is: 'wrong', accountId: passkey.accountId } as const
      const seen: string[] = []
      // It throws for whatever is not right, a counter that has not gone on included.
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge => {
          seen.push(challenge)
          return isChallenge(secrets, ask(sub), challenge, now())
        },
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: Uint8Array.from(passkey.publicKey),
          counter: passkey.signCount,
          transports: passkey.transports as AuthenticatorTransport[],
        },
      }).catch(() => undefined)
      if (!verified?.verified || !isOwn(response, passkey.sub)) return wrong
      const { newCounter, credentialBackedUp } = verified.authenticationInfo
      const isTaken = await db.transaction().execute(async tx => {
        if (!(await useChallenge(tx, seen[0] ?? '', now()))) return false
        const { numUpdatedRows } = await tx
          .updateTable('account_passkey')
          .set({ sign_count: newCounter, is_backed_up: credentialBackedUp, last_used_at: now() })
          .where('id', '=', passkey.id)
          // Two copies of one passkey count apart: the one that is behind is refused, also of two at the same time.
          .where(eb => eb.or([eb('sign_count', '<', newCounter), sql<boolean>`sign_count = 0 and ${newCounter} = 0`]))
          .executeTakeFirst()
        return numUpdatedRows === 1n
      })
      const account = isTaken && (await accountBySub(db, passkey.sub))
      return account ? { is: 'right', account } : wrong
    },

    async add(tx, { account, name, answer }) {
      const response = parsed<RegistrationResponseJSON>(answer)
      if (!response) return false
      const seen: string[] = []
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge => {
          seen.push(challenge)
          return isChallenge(secrets, `add:${account.sub}`, challenge, now())
        },
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => undefined)
      if (!verified?.verified || !(await useChallenge(tx, seen[0] ?? '', now()))) return false
      const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
      const { rows } = await sql`
        insert into account_passkey (account_id, credential_id, public_key, sign_count, transports, is_backed_up,
          can_be_backed_up, name, created_at)
        select ${account.id}, ${credential.id}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
          ${[...(credential.transports ?? [])]}::text[], ${credentialBackedUp}, ${credentialDeviceType === 'multiDevice'},
          ${name}, ${now()}
        where (select count(*) from account_passkey where account_id = ${account.id}) < ${mostPasskeys}
        on conflict (credential_id) do nothing
        returning id`.execute(tx)
      return rows.length === 1
    },
  }
}

/** The passkeys of an account, the oldest first. */
export async function passkeysOf(db: Kysely<Tables> | Transaction<Tables>, accountId: number) {
  return db
    .selectFrom('account_passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'is_backed_up as isBackedUp'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/** Removes one of an account's own. Sessions begun with a passkey no longer count as two-factor when it was the last. */
export async function removePasskey(
  tx: Transaction<Tables>,
  accountId: number,
  id: string,
): Promise<string | undefined> {
  const removed = await tx
    .deleteFrom('account_passkey')
    .where('account_id', '=', accountId)
    .where(sql<string>`id::text`, '=', id)
    .returning('name')
    .executeTakeFirst()
  if (removed && (await passkeysOf(tx, accountId)).length === 0)
    await sql`
      update account_session set is_two_factor = false
      where account_id = ${accountId} and (method = 'passkey' or method = 'password' and not exists (
        select from account_totp where account_id = ${accountId} and confirmed_at is not null))`.execute(tx)
  return removed?.name
}

/** Removes what has been signed and is too old to be taken by now. */
export async function forgetChallenges(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('used_challenge').where('expires_at', '<', now).execute()
}

const keysOf = async (db: Kysely<Tables>, sub: string) => {
  const rows = await db
    .selectFrom('account_passkey')
    .innerJoin('account', 'account.id', 'account_passkey.account_id')
    .select(['credential_id as id', 'transports'])
    .where('account.sub', '=', sub)
    .execute()
  // What a browser has said of itself.
  return rows.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] }))
}

const passkeyOf = (db: Kysely<Tables>, credentialId: string) =>
  db
    .selectFrom('account_passkey')
    .innerJoin('account', 'account.id', 'account_passkey.account_id')
    .select(['account_passkey.id', 'account.id as accountId', 'account.sub', 'credential_id as credentialId'])
    .select(['public_key as publicKey', 'sign_count as signCount', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** Whom the authenticator says it speaks for; it may leave it out where it was asked for one account's passkeys. */
const isOwn = ({ response: { userHandle } }: AuthenticationResponseJSON, sub: string) =>
  !userHandle || Buffer.from(userHandle, 'base64url').toString() === sub

async function useChallenge(tx: Transaction<Tables>, challenge: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_challenge')
    .values({ challenge_hash: createHash('sha256').update(challenge).digest(), expires_at: challengeEnd(now) })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** What a form has sent, if it is an object with an id; all else the verification looks at. */
function parsed<T extends { id: string }>(answer: string): T | undefined {
  try {
    const value: unknown = JSON.parse(answer)
    if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string')
      return undefined
    // Postgres takes no NUL.
    return value.id.includes('\0') ? undefined : (value as T)
  } catch {
    return undefined
  }
}
