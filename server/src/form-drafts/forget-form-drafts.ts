import { formDraftDays } from '@honbu/contract/form-drafts.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'

/** Deletes drafts every night that haven’t changed for 30 days. */
export async function forgetFormDrafts(jobs: Pick<Jobs, 'schedule'>, db: Db, now: () => Date) {
  await jobs.schedule('forget-form-drafts', '57 3 * * *', async () => await forgetOld(db, now()))
}

export async function forgetOld(db: Db, now: Date): Promise<void> {
  const from = new Date(now.getTime() - formDraftDays * 86_400_000)
  await db.deleteFrom('form_draft').where('saved_at', '<', from).execute()
}
