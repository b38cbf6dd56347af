import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

const hour = 3_600_000

/** How long a link sent by e-mail can be used. */
const lifetimes = {
  confirm_email: 72 * hour,
  reset_password: hour,
  change_email: 24 * hour,
  /** From a right password to the code; in a cookie, not in a message. */
  second_step: hour / 6,
} as const

export type Purpose = keyof typeof lifetimes

interface NewLink {
  readonly accountId: number
  readonly purpose: Purpose
  readonly newEmail?: string
}

/**
 * Makes a secret for a link; only its hash is kept. The older ones for the same purpose end, but for those that confirm
 * an address (people open the first message while the second is on its way, and they need the password besides), and for
 * those of a sign-in that waits for its second step, of which there is one in each browser.
 */
export async function createLinkSecret(tx: Transaction<Tables>, { accountId, purpose, newEmail }: NewLink, now: Date) {
  const secret = randomBytes(32).toString('base64url')
  if (purpose === 'reset_password' || purpose === 'change_email') await endLinks(tx, accountId, purpose)
  await tx
    .insertInto('account_token')
    .values({
      secret_hash: hashOf(secret),
      account_id: accountId,
      purpose,
      new_email: newEmail ?? null,
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

/** Ends the links of an account for this purpose. */
export async function endLinks(tx: Transaction<Tables>, accountId: number, purpose: Purpose): Promise<void> {
  await tx.deleteFrom('account_token').where('account_id', '=', accountId).where('purpose', '=', purpose).execute()
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
