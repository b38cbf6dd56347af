import { hashOf, newSecret, payAddress } from '../paying/index.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Providers } from '../providers/index.ts'
import type { ToPay } from './parts.ts'

/** How long the link of a message works. */
const worksFor = 14 * 86_400_000

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly providers: Pick<Providers, 'hasAccount'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/**
 * Makes a link by which what failed can be paid at once; null where the club has no account to pay into. Its secret is made
 * here, in the job that sends it, and lies nowhere but in the message.
 */
export const payLinkOf =
  ({ db, now, providers, config }: Parts) =>
  async ({ clubId, memberId, chargeId, email, name }: ToPay): Promise<string | null> => {
    const canPay =
      (await providers.hasAccount(db, clubId, 'stripe')) || (await providers.hasAccount(db, clubId, 'gocardless'))
    if (!canPay) return null
    const secret = newSecret()
    const at = now()
    await db.transaction().execute(async tx => {
      const { root_club_id } = await tx
        .selectFrom('club')
        .select('root_club_id')
        .where('id', '=', clubId)
        .executeTakeFirstOrThrow()
      const { id } = await tx
        .insertInto('pay_link')
        .values({
          ...{ club_id: clubId, root_club_id, member_id: memberId, purpose: 'pay', charge_id: chargeId },
          ...{ sent_by: 'email', sent_to: email, to_name: name, secret_hash: hashOf(secret) },
          ...{ created_at: at, expires_at: new Date(at.getTime() + worksFor) },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(tx, { action: 'sendPayLink', accountId: null }, [
        { clubId, memberId, subject: 'pay_link', subjectId: id, before: null, after: { sentTo: email } },
      ])
    })
    return payAddress(config, secret)
  }
