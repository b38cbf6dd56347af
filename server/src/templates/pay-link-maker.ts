import { sql } from 'kysely'
import { hashOf, newSecret, payAddress } from '../paying/index.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Providers } from '../providers/index.ts'
import type { MergeRecipient } from './merge-scope.ts'
import type { LinkMaker } from './merge-values.ts'

/** How long the link of a message works. */
const worksFor = 14 * 86_400_000

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly providers: Pick<Providers, 'hasAccount'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/**
 * Makes `links.pay` for messages of a club: a link each, by which all that is owed can be paid; null for all where the
 * club has no account to pay into. The secrets are made here and lie nowhere but in the messages. With an `example`
 * nothing is made: everyone gets that one.
 */
export const payLinkMaker =
  ({ db, now, providers, config }: Parts, clubId: number, sentBy: 'email' | 'sms', example?: string): LinkMaker =>
  async recipients => {
    const canPay =
      (await providers.hasAccount(db, clubId, 'stripe')) || (await providers.hasAccount(db, clubId, 'gocardless'))
    if (!canPay) return recipients.map(() => null)
    if (example !== undefined) return recipients.map(recipient => (isStaff(recipient) ? null : example))
    const links = recipients.map(recipient => ({ ...recipient, secret: newSecret() }))
    const made = links.filter(recipient => !isStaff(recipient))
    if (made.length === 0) return recipients.map(() => null)
    const at = now()
    await db.transaction().execute(async tx => {
      const { rows } = await sql<{ id: number; memberId: number }>`
        insert into pay_link (club_id, root_club_id, member_id, purpose, sent_by, to_name, secret_hash, created_at, expires_at)
        select club.id, club.root_club_id, asked.member_id, 'pay', ${sentBy},
          trim(person.first_name || ' ' || person.last_name), asked.hash, ${at}, ${new Date(at.getTime() + worksFor)}
        from unnest(${made.map(each => each.memberId)}::bigint[], ${made.map(each => each.personId)}::bigint[],
          ${made.map(each => hashOf(each.secret))}::bytea[]) as asked (member_id, person_id, hash)
        join person on person.id = asked.person_id
        join club on club.id = ${clubId}
        returning id, member_id as "memberId"`.execute(tx)
      await writeAudit(
        tx,
        { action: 'sendPayLink', accountId: null },
        rows.map(({ id, memberId }) => ({
          ...{ clubId, memberId, subject: 'pay_link', subjectId: id, before: null },
          after: { sentBy },
        })),
      )
    })
    return links.map(each => (isStaff(each) ? null : payAddress(config, each.secret)))
  }

/** Who works in the club owes nothing as such. */
const isStaff = ({ memberId, personId }: MergeRecipient) => memberId === 0 && personId > 0
