import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { TextMessage } from '../platform/sms.ts'

export const testSmsJob = 'send-test-sms'

interface Parts {
  readonly db: Db
  readonly sms: { readonly send: (message: TextMessage) => Promise<unknown> }
}

/** Sends the text messages that people send to themselves to see how they look. */
export const sendTestSmsJobs = (jobs: Pick<Jobs, 'work'>, parts: Parts) =>
  jobs.work<{ testSmsId: number }>(testSmsJob, data => sendTestSms(parts, data), { retryLimit: 0 })

/** Forgotten before it is handed over: sent once at most. Who gets none asks again, it is only a look. */
export async function sendTestSms({ db, sms }: Parts, { testSmsId }: { testSmsId: number }): Promise<void> {
  const taken = await db.deleteFrom('test_sms').where('id', '=', testSmsId).returningAll().executeTakeFirst()
  if (taken) await sms.send({ to: taken.to_number, text: taken.text })
}
