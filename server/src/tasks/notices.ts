import type { Input } from '@honbu/contract/endpoint.ts'
import type { saveTaskNotices as save } from '@honbu/contract/task-notices.ts'
import type { Kysely } from 'kysely'
import { mobileNumber } from '../platform/mobile-number.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

/** How an account hears of its tasks. */
export interface Notices {
  readonly channel: 'email' | 'sms'
  readonly timing: 'immediately' | 'daily' | 'never'
  readonly hasUnassigned: boolean
}

/** Those of an account that has never chosen. */
export const usualNotices: Notices = { channel: 'email', timing: 'daily', hasUnassigned: false }

export async function noticesOf(db: Kysely<Tables>, accountId: number): Promise<Notices> {
  const row = await db
    .selectFrom('task_notice')
    .select(['channel', 'timing', 'has_unassigned as hasUnassigned'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  // The checks on the columns hold them to these.
  return (row as Notices | undefined) ?? usualNotices
}

export async function getTaskNotices({ db, user }: Read) {
  return { ...(await noticesOf(db, user.accountId)), phone: await phoneOf(db, user.personId), email: user.email }
}

export async function saveTaskNotices(write: Write, { phone, ...chosen }: Input<typeof save>) {
  const { tx, user, audit } = write
  const { accountId, personId } = user
  const before = await noticesOf(tx, accountId)
  const known = await phoneOf(tx, personId)
  const number = phone === undefined ? known : phone
  if (chosen.channel === 'sms' && chosen.timing !== 'never' && mobileNumber(number) === null)
    refuse(
      number === null
        ? 'Add your mobile number, or choose email.'
        : 'We can’t text this number. Check it, or choose email.',
    )
  if (number !== known)
    await tx
      .updateTable('person')
      .set(eb => ({ phone_mob: number, version: eb('version', '+', 1) }))
      .where('id', '=', personId)
      .execute()
  const { channel, timing, hasUnassigned: has_unassigned } = chosen
  await tx
    .insertInto('task_notice')
    .values({ account_id: accountId, channel, timing, has_unassigned })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet({ channel, timing, has_unassigned }))
    .execute()
  // The number itself is nobody else's business.
  const changed = number === known ? {} : { hasNewPhone: true }
  audit({
    clubId: null,
    subject: 'account',
    subjectId: accountId,
    before: { ...before },
    after: { ...chosen, ...changed },
  })
  return {}
}

async function phoneOf(db: Kysely<Tables>, personId: number): Promise<string | null> {
  const row = await db.selectFrom('person').select('phone_mob').where('id', '=', personId).executeTakeFirst()
  return row?.phone_mob || null
}

function refuse(message: string): never {
  throw new Refused(400, message, { phone: [message] })
}
