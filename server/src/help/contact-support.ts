import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/help.ts'
import { sql, type Transaction } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { SupportChat } from '../platform/support-chat.ts'
import type { Tables } from '../platform/tables.ts'
import { writerOf } from './writer.ts'

export interface SupportDesk {
  /** Who gets what is written. */
  readonly email: string
  readonly chat: SupportChat | null
}

/** So many from one account within an hour: more than anybody means to write. */
const mostAnHour = 10

/** What was written goes to support as an e-mail that is answered to the writer. It is kept nowhere here. */
export const contactSupport =
  ({ email }: SupportDesk) =>
  async ({ tx, user, now, audit, mail }: Write, input: Input<typeof call.contactSupport>) => {
    if ((await writtenLately(tx, user.accountId)) >= mostAnHour)
      throw new Refused(429, 'You have written often within the last hour. Wait a while before you write again.')
    const writer = await writerOf({ db: tx, user })
    const subject = input.subject.replaceAll(/\s+/g, ' ')
    await mail({
      letter: 'supportRequest',
      to: email,
      subject: `Support: ${subject}`,
      replyTo: writer.email,
      text: [
        input.message,
        '',
        '--',
        `From: ${writer.name} <${writer.email}>`,
        `Works in: ${(await clubNames(tx, user.accountId)).join(', ') || 'no club'}`,
        `Page: ${input.page ?? 'not known'}`,
        `Version: ${input.version}`,
        `Failed request: ${input.requestId ?? 'none'}`,
        `Written at: ${now.toISOString()}`,
      ].join('\n'),
    })
    audit({ clubId: null, subject: 'support_request', after: { subject, page: input.page } })
    return {}
  }

/** By the clock of the database, which dates the audit. */
async function writtenLately(tx: Transaction<Tables>, accountId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('subject', '=', 'support_request')
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

/** The clubs of his own, a handful at most: enough to find who is asking. */
async function clubNames(tx: Transaction<Tables>, accountId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('club_user')
    .innerJoin('club', 'club.id', 'club_user.club_id')
    .select('club.name')
    .where('club_user.account_id', '=', accountId)
    .where('club_user.user_since', '<=', sql<string>`current_date`)
    .where(({ or, eb }) =>
      or([eb('club_user.user_until', 'is', null), eb('club_user.user_until', '>=', sql<string>`current_date`)]),
    )
    .orderBy('club.name')
    .limit(10)
    .execute()
  return rows.map(({ name }) => name)
}
