import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Files } from '../platform/storage.ts'
import { forgetImports } from './forget-imports.ts'
import { checkJob, type ImportJob, runJob, undoJob } from './job-names.ts'
import { checkNow } from './run/check-now.ts'
import { runNow } from './run/run-now.ts'
import { undoNow } from './undo/undo-now.ts'

interface Parts {
  readonly db: Db
  readonly files: Files
  readonly now: () => Date
}

/** Works on imports that were asked for, and forgets old ones at night. */
export async function workOnImports(jobs: Jobs, work: Parts): Promise<void> {
  await jobs.work<ImportJob>(checkJob, data => checkNow(work, data), { concurrency: 2 })
  await jobs.work<ImportJob>(runJob, data => runNow(work, data), { concurrency: 2 })
  await jobs.work<{ importId: number; accountId: number | null }>(undoJob, data => undoNow(work, data))
  await jobs.schedule('forget-imports', '50 3 * * *', () => forgetImports(work.db, work.now(), jobs.enqueue))
}
