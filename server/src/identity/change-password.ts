import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Mail } from '../platform/mail.ts'
import type { Tables } from '../platform/tables.ts'
import { recordAccount } from './account-audit.ts'
import { accountById } from './accounts.ts'
import { passwordChanged } from './mails.ts'
import { endSessions } from './sessions.ts'

interface PasswordChange {
  readonly action: 'resetPassword' | 'changePassword'
  readonly accountId: number
  readonly passwordHash: string
  /** The login session that goes on; all others, and every access token so far, end. */
  readonly exceptUid?: string
  readonly at: Date
}

export async function changePassword(
  tx: Transaction<Tables>,
  mail: Mail,
  request: FastifyRequest,
  change: PasswordChange,
): Promise<void> {
  const account = await accountById(tx, change.accountId)
  if (!account) throw new Error('The account is gone.')
  await tx
    .updateTable('account')
    .set({
      password_hash: change.passwordHash,
      tokens_valid_from: change.at,
      // A reset link has shown that the address is theirs.
      email_confirmed_at: account.confirmedAt ?? change.at,
    })
    .where('id', '=', account.id)
    .execute()
  await endSessions(tx, account.sub, change.at, change.exceptUid)
  await recordAccount(tx, request, { action: change.action, accountId: account.id })
  await mail.post(tx, passwordChanged(account.email))
}
