import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import type { Account } from './accounts.ts'

const hour = 3_600_000

/** How long a link sent by e-mail can be used. */
const lifetimes = {
  confirm_email: 72 * hour,
  reset_password: hour,
  change_email: 24 * hour,
  stop_email_change: 72 * hour,
  /** From a right password to the code; in a cookie, not in a message. */
  second_step: hour / 6,
} as const

export type Purpose = keyof typeof lifetimes

export interface NewLink {
  /** As it was when the link was asked for. */
  readonly account: Pick<Account, 'id' | 'credentialVersion'>
  readonly purpose: Purpose
  /** The address that the account has once the link is used. */
  readonly newEmail?: string
}

/**
 * Makes a secret for a link; only its hash is kept. The older ones for the same purpose end, but for those that confirm
 * an address (people open the first message while the second is on its way, and they need the password besides), and for
 * those of a sign-in that waits for its second step, of which there is one in each browser. A change to how the account
 * logs in ends all of them (migration 0081).
 * @returns undefined when such a change has come between, so that the link would outlive it
 */
export async function createLinkSecret(
  tx: Transaction<Tables>,
  { account: { id: accountId, credentialVersion }, purpose, newEmail }: NewLink,
  now: Date,
): Promise<string | undefined> {
  // Locked: a change at the same moment waits, and then finds the link.
  const { rows } = await sql`
    select from account where id = ${accountId} and credential_version = ${credentialVersion} for share`.execute(tx)
  if (rows.length === 0) return undefined
  const secret = randomBytes(32).toString('base64url')
  if (purpose === 'reset_password' || purpose === 'change_email')
    await tx.deleteFrom('account_token').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
  await tx
    .insertInto('account_token')
    .values({
      secret_hash: hashOf(secret),
      account_id: accountId,
      purpose,
      new_email: newEmail ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimes[purpose]),
    })
    .execute()
  return secret
}

/** Whose link it is, while it can be used. */
export async function readLink(db: Kysely<Tables>, secret: string, purpose: Purpose, now: Date) {
  return db
    .selectFrom('account_token')
    .select(['account_id as accountId', 'new_email as newEmail'])
    .where('secret_hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Uses a link up; undefined when it has been used, replaced, or has expired. */
export async function useLink(tx: Transaction<Tables>, secret: string, purpose: Purpose, now: Date) {
  return tx
    .updateTable('account_token')
    .set({ used_at: now })
    .where('secret_hash', '=', hashOf(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id as accountId', 'new_email as newEmail'])
    .executeTakeFirst()
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
