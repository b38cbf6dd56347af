import type { Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { accountById } from './accounts.ts'
import { endSessions } from './sessions.ts'

/** Logs an account out everywhere: tokens of another provider too, which belong to no session of ours. */
export async function logOutEverywhere(tx: Transaction<Tables>, accountId: number, now: Date): Promise<void> {
  const account = await accountById(tx, accountId)
  if (!account) return
  await endSessions(tx, account.sub, now)
  await tx.updateTable('account').set({ tokens_valid_from: now }).where('id', '=', accountId).execute()
}

/**
 * Keeps an account from logging in, and ends what it's logged in to.
 * @returns whether it could log in before
 */
export async function disableAccount(tx: Transaction<Tables>, accountId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ disabled_at: now })
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await logOutEverywhere(tx, accountId, now)
  return true
}

/** @returns whether it was disabled */
export async function enableAccount(tx: Transaction<Tables>, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ disabled_at: null })
    .where('id', '=', accountId)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
