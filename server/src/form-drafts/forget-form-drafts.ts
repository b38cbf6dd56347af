import { formDraftDays } from '@honbu/contract/form-drafts.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'

/** Every night what nobody has gone on with for 30 days goes. */
export async function forgetFormDrafts(jobs: Pick<Jobs, 'schedule'>, db: Db, now: () => Date) {
  await jobs.schedule('forget-form-drafts', '57 3 * * *', async () => await forgetOld(db, now()))
}

export async function forgetOld(db: Db, now: Date): Promise<void> {
  const from = new Date(now.getTime() - formDraftDays * 86_400_000)
  await db.deleteFrom('form_draft').where('saved_at', '<', from).execute()
}
