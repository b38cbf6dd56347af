import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

const howMany = 10

/** Letters and digits that are not taken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 24

/**
 * Ten new codes; the old ones no longer work. They are random (about 118 bits), so their plain hash tells nothing (ASVS 5.0, 6.5.2).
 * @returns the codes as they are shown, once: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`
 */
export async function makeRecoveryCodes(tx: Transaction<Tables>, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await tx.deleteFrom('account_recovery_code').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('account_recovery_code')
    .values(codes.map(code => ({ account_id: accountId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

/** Uses a code up; false when it is none of the account's, or has been used. */
export async function useRecoveryCode(tx: Transaction<Tables>, accountId: number, code: string, now: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('account_recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many can still be used. */
export async function recoveryCodesLeft(db: Kysely<Tables> | Transaction<Tables>, accountId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account_recovery_code
    where account_id = ${accountId} and used_at is null`.execute(db)
  return rows[0]?.n ?? 0
}

function newCode(): string {
  let code = ''
  while (code.length < length) {
    for (const byte of randomBytes(length)) {
      // The largest multiple of the alphabet's length below 256: the rest would make some letters likelier.
      if (byte < 248 && code.length < length) code += alphabet[byte % alphabet.length]
    }
  }
  return code.match(/.{4}/g)?.join('-') ?? code
}

/** However it is typed: with or without hyphens and spaces, in capitals. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
