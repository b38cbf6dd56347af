import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import { logCommand } from './operator-log.ts'

interface Granted {
  /** Whether they have set up a second factor, without which the page stays shut. */
  readonly hasTwoFactor: boolean
}

/**
 * Gives an account the right of an operator.
 * @returns null if no account has the address, 'already' if it is one
 */
export async function grantOperator(db: Db, email: string, now: Date): Promise<Granted | 'already' | null> {
  return await db.transaction().execute(async tx => {
    const account = await tx
      .selectFrom('account')
      .select(['id', 'operator_since as since'])
      .select(({ exists, selectFrom }) => [
        exists(
          selectFrom('account_totp')
            .select('account_id')
            .whereRef('account_id', '=', 'account.id')
            .where('confirmed_at', 'is not', null),
        ).as('hasApp'),
        exists(selectFrom('account_passkey').select('account_id').whereRef('account_id', '=', 'account.id')).as(
          'hasPasskey',
        ),
      ])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!account) return null
    if (account.since) return 'already'
    await tx.updateTable('account').set({ operator_since: now }).where('id', '=', account.id).execute()
    await logCommand(tx, now, { action: 'grantOperator', aboutAccountId: account.id })
    const entry = { clubId: null, subject: 'account', subjectId: account.id } as const
    await writeAudit(tx, { action: 'grantOperator', accountId: null }, [entry])
    return { hasTwoFactor: Boolean(account.hasApp || account.hasPasskey) }
  })
}

/** Takes the right back, at once. @returns whether the address has an account that was one */
export async function revokeOperator(db: Db, email: string, now: Date): Promise<boolean> {
  return await db.transaction().execute(async tx => {
    const account = await tx
      .updateTable('account')
      .set({ operator_since: null })
      .where('email', '=', email)
      .where('operator_since', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!account) return false
    await logCommand(tx, now, { action: 'revokeOperator', aboutAccountId: account.id })
    const entry = { clubId: null, subject: 'account', subjectId: account.id } as const
    await writeAudit(tx, { action: 'revokeOperator', accountId: null }, [entry])
    return true
  })
}
