import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Mail } from '../platform/mail.ts'
import { accountByEmail } from './accounts.ts'
import { secondFactorTakenAway } from './mails.ts'
import { endSessions } from './sessions.ts'
import { type IdentityConfig, settingsOf } from './settings.ts'

interface Parts {
  readonly db: Db
  readonly config: IdentityConfig
  readonly mail: Pick<Mail, 'post'>
  readonly now: Date
}

/** How somebody signs in was changed, or why not: there is no such account, or it has nothing besides its password. */
export type TakenAway = 'done' | 'unknown' | 'nothing'

/**
 * For somebody who has lost the phone and the recovery codes: from now on the password alone signs in. His app, recovery
 * codes and passkeys no longer count, whoever has them; he is logged out everywhere, and told by e-mail. Clubs that ask
 * their admins for two factors stay closed to him until he has set one up again. Only for whoever runs the installation,
 * who knows otherwise that it is he who asks.
 */
export async function takeSecondFactorAway({ db, config, mail, now }: Parts, email: string): Promise<TakenAway> {
  return await db.transaction().execute(async tx => {
    const account = await accountByEmail(tx, email)
    if (!account) return 'unknown'
    const { id, sub } = account
    const gone = await Promise.all(
      (['account_totp', 'account_passkey', 'account_recovery_code'] as const).map(table =>
        tx.deleteFrom(table).where('account_id', '=', id).executeTakeFirst(),
      ),
    )
    if (gone.every(({ numDeletedRows }) => numDeletedRows === 0n)) return 'nothing'
    await endSessions(tx, sub, now)
    const author = { action: 'takeSecondFactorAway', accountId: null }
    await writeAudit(tx, author, [{ clubId: null, subject: 'account', subjectId: id }])
    await mail.post(tx, secondFactorTakenAway(account.email, settingsOf(config)))
    return 'done'
  })
}
