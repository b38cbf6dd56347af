import type { Kysely, Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Tables } from '../platform/tables.ts'

/* Codes of an authenticator app (RFC 6238): six digits, half a minute, SHA-1, as every app takes them. */

const period = 30
export const about = (accountId: number) => `totp:${accountId}`

const generator = (secret: Secret, label = '') => new TOTP({ issuer: 'Honbu', label, secret, digits: 6, period })

/** What an app takes by hand, and the address that the picture holds. */
export const keyOf = (base32: string, email: string) => ({
  key: base32,
  uri: generator(Secret.fromBase32(base32), email).toString(),
})

/** Makes a secret that counts once a code of it has been given; one that counts already stays. */
export async function beginTotp(tx: Transaction<Tables>, box: SecretBox, accountId: number, now: Date): Promise<void> {
  const secret = box.seal(new Secret({ size: 20 }).base32, about(accountId))
  await tx
    .insertInto('account_totp')
    .values({ account_id: accountId, secret, created_at: now })
    .onConflict(conflict =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('account_totp.confirmed_at', 'is', null),
    )
    .execute()
}

/** The secret that waits for its first code; undefined when there is none. */
export async function waitingTotp(db: Kysely<Tables>, box: SecretBox, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_totp')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return row && box.open(row.secret, about(accountId))
}

export async function hasTotp(db: Kysely<Tables> | Transaction<Tables>, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account_totp')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether it is the code of this moment, of the one before or of the one after (clocks differ). A code is taken once: of
 * two requests at the same time one has it, in whichever process, and none older than it is taken after it.
 * @param isFirst the code with which the secret begins to count
 */
export async function takeCode(
  tx: Transaction<Tables>,
  box: SecretBox,
  { accountId, code, now, isFirst }: { accountId: number; code: string; now: Date; isFirst: boolean },
): Promise<boolean> {
  const row = await tx
    .selectFrom('account_totp')
    .select(['secret', 'last_step', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (row.confirmed_at === null) !== isFirst) return false
  const totp = generator(Secret.fromBase32(box.open(row.secret, about(accountId))))
  const timestamp = now.getTime()
  // Compares in constant time.
  const off = totp.validate({ token: code.replaceAll(/\s/g, ''), timestamp, window: 1 })
  if (off === null) return false
  const step = totp.counter({ timestamp }) + off
  if (step <= row.last_step) return false
  await tx
    .updateTable('account_totp')
    .set({ last_step: step, ...(isFirst && { confirmed_at: now }) })
    .where('account_id', '=', accountId)
    .execute()
  return true
}
