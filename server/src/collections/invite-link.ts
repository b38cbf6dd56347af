import { memberStatus } from '@honbu/contract/ids.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Providers } from '../providers/index.ts'
import { askAddress } from './mandate-addresses.ts'
import { addRequest, hashOf, mailedFor, newSecret } from './mandate-requests.ts'

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly providers: Pick<Providers, 'hasAccount'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

interface Invited {
  readonly clubId: number
  readonly memberId: number
  readonly email: string
  readonly name: string
}

/**
 * The link of an invitation to give a mandate, as SendDDInvite mails it, for a message that says more than that; it takes
 * the place of the one before. Its secret is made here, in the job that sends it, and lies nowhere but in the message.
 * @returns null where the club has no account to collect by, or the member no membership that goes on
 */
export const inviteLinkOf =
  ({ db, now, providers, config }: Parts) =>
  async ({ clubId, memberId, email, name }: Invited): Promise<string | null> => {
    if (!(await providers.hasAccount(db, clubId, 'gocardless'))) return null
    const secret = newSecret()
    const at = now()
    const isMade = await db.transaction().execute(async tx => {
      const membership = await tx
        .selectFrom('club_member')
        .select('id')
        .where('member_id', '=', memberId)
        .where('club_id', '=', clubId)
        .where('member_status_id', 'in', [memberStatus.active, memberStatus.issue, memberStatus.prospect])
        .executeTakeFirst()
      if (!membership) return false
      const expiresAt = new Date(at.getTime() + mailedFor)
      const requestId = await addRequest(
        { tx, user: null, now: at },
        { memberId, clubId, expiresAt, email, name, hash: hashOf(secret) },
      )
      await writeAudit(tx, { action: 'sendDDInvite', accountId: null }, [
        { clubId, memberId, subject: 'mandate_request', subjectId: requestId, before: null, after: { email } },
      ])
      return true
    })
    return isMade ? askAddress(config, secret) : null
  }
