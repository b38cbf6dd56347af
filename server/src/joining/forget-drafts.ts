import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { draftsKeptFrom } from './drafts.ts'

/** Every night what nobody has gone on with for 30 days goes: it is about people who did not join. */
export async function forgetDrafts(jobs: Pick<Jobs, 'schedule'>, db: Db, now: () => Date) {
  await jobs.schedule('forget-joining-drafts', '55 3 * * *', async () => await forgetOldDrafts(db, now()))
}

export async function forgetOldDrafts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('joining_draft').where('saved_at', '<', draftsKeptFrom(now)).execute()
}
