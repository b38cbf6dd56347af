import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Mail } from '../platform/mail.ts'
import type { Tables } from '../platform/tables.ts'
import { refusedOften } from './mails.ts'
import type { Settings } from './settings.ts'

/** So many refusals in an hour are no slip of the finger. */
const many = 20

const refusals = ['signInRefused', 'signInCodeRefused', 'passkeyRefused', 'callRefused']

interface Parts {
  readonly db: Db
  readonly mail: Pick<Mail, 'post'>
  readonly settings: Settings
  readonly now: Date
}

/**
 * Tells the owner of an account, and the admins of the clubs they work in, that it was refused often in the last hour: wrong
 * passwords or codes, or calls it may not make. At most once a day for each account.
 */
export async function tellOfRefusals({ db, mail, settings, now }: Parts): Promise<void> {
  const { rows } = await sql<Refused>`
    select account.id, account.email, trim(person.first_name || ' ' || person.last_name) as name, lately.count
    from (
      select account_id, count(*)::int as count from audit
      where subject = 'account' and action = any(${refusals}) and at > ${hoursBefore(now, 1)} and account_id is not null
      group by account_id having count(*) >= ${many}
    ) lately
    join account on account.id = lately.account_id join person on person.id = account.person_id
    where not exists (
      select from audit told
      where told.account_id = account.id and told.action = 'tellOfRefusals' and told.at > ${hoursBefore(now, 24)})`.execute(
    db,
  )
  for (const refused of rows)
    await db.transaction().execute(async tx => {
      for (const to of await toldOf(tx, refused, now)) await mail.post(tx, refusedOften(to, settings, refused))
      const entry = {
        clubId: null,
        subject: 'account',
        subjectId: refused.id,
        after: { refused: refused.count },
      } as const
      await writeAudit(tx, { action: 'tellOfRefusals', accountId: refused.id }, [entry])
    })
}

interface Refused {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly count: number
}

/** The addresses of the owner of the account and of the admins of their clubs. */
async function toldOf(tx: Transaction<Tables>, { id, email }: Refused, now: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct account.email from club_user theirs
    join club_user its on its.club_id = theirs.club_id and its.is_admin
    join account on account.id = its.account_id and account.email_confirmed_at is not null
    where theirs.account_id = ${id} and its.user_since <= ${now} and (its.user_until is null or its.user_until > ${now})
      and (theirs.user_until is null or theirs.user_until > ${now})`.execute(tx)
  return [...new Set([email, ...rows.map(row => row.email)])]
}

/** Of what happened to an account more than 400 days ago, only who did what stays: no address, no browser. */
export async function forgetOrigins(db: Db, now: Date): Promise<void> {
  await sql`
    update audit set before = null, after = null
    where subject = 'account' and at < ${hoursBefore(now, 400 * 24)} and (before is not null or after is not null)`.execute(
    db,
  )
}

const hoursBefore = (at: Date, hours: number) => new Date(at.getTime() - hours * 3_600_000)
