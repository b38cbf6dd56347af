import { sendableFrom } from '@honbu/contract/quiet-hours.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { mobileNumber } from '../platform/mobile-number.ts'
import { NotSent } from '../platform/not-sent.ts'
import { userOf } from '../platform/rights.ts'
import type { Sms } from '../platform/sms.ts'
import { linksAt, noTextLetter } from './task-words.ts'

export const textJob = 'send-task-text'

interface Parts {
  readonly db: Db
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly mail: Pick<Mail, 'post'>
  readonly sms: Sms
  readonly now: () => Date
  readonly address: string
}

/** An older text would rather surprise. */
const worthTrying = 15 * 60_000

/**
 * Hands a text about tasks over, once. Where no one knows whether an earlier try has sent it, it isn't sent again. One that
 * can't be sent becomes an email that says why.
 * @throws when it has certainly not been sent and another try may help
 */
export async function sendTaskText(parts: Parts, textId: number): Promise<void> {
  const { db, jobs, sms, now } = parts
  const waiting = await db
    .selectFrom('task_text')
    .innerJoin('account', 'account.id', 'task_text.account_id')
    .innerJoin('person', 'person.id', 'account.person_id')
    .select([
      'task_text.account_id as accountId',
      'task_text.text',
      'task_text.time_zone as timeZone',
      'task_text.state',
    ])
    .select(['task_text.created_at as createdAt', 'person.first_name as firstName', 'person.phone_mob as phone'])
    .where('task_text.id', '=', textId)
    .executeTakeFirst()
  if (!waiting) return
  const { accountId, text, timeZone, state, createdAt, phone } = waiting
  const forget = () => db.deleteFrom('task_text').where('id', '=', textId).execute()
  // The process that had it has died: it may have left.
  if (state === 'sending') return void (await forget())
  const morning = sendableFrom(timeZone, now())
  if (morning > now()) return await db.transaction().execute(tx => jobs.enqueue(tx, textJob, { textId }, morning))
  const user = await userOf(db, accountId, now())
  if (!user || user.clubs.size === 0) return void (await forget())
  const number = mobileNumber(phone)
  if (number === null)
    return await writeInstead(parts, { textId, user, ...waiting }, 'There is no mobile number for you.')

  const taken = await db
    .updateTable('task_text')
    .set({ state: 'sending' })
    .where('id', '=', textId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return
  try {
    await sms.send({ to: number, text })
  } catch (error) {
    if (error instanceof NotSent) {
      const canRetry = error.canRetry && now().getTime() - sendableFrom(timeZone, createdAt).getTime() < worthTrying
      if (!canRetry) return await writeInstead(parts, { textId, user, ...waiting }, error.message)
      await db.updateTable('task_text').set({ state: 'waiting' }).where('id', '=', textId).execute()
      throw error
    }
  }
  await forget()
}

interface Unsent {
  readonly textId: number
  readonly user: { readonly email: string; readonly name: string }
  readonly firstName: string
}

async function writeInstead({ db, mail, address }: Parts, { textId, user, firstName }: Unsent, why: string) {
  await db.transaction().execute(async tx => {
    await tx.deleteFrom('task_text').where('id', '=', textId).execute()
    const contents = noTextLetter(why, { firstName, links: linksAt(address) })
    await mail.post(tx, { letter: 'tasks', to: user.email, toName: user.name, ...contents })
  })
}
