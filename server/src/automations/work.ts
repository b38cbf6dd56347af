import type { Letters } from '../messages/index.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Deliver } from './act.ts'
import { beginRuns, kindsToLookFor } from './find-causes.ts'
import { postMessages } from './post-messages.ts'
import { stopWithoutReason, takeSteps } from './take-steps.ts'

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly letters: Letters
}

/** Every minute: what has happened begins, what has no reason any more stops, and what is due is done. */
export async function workOnAutomations(
  jobs: Pick<Jobs, 'schedule' | 'enqueue'>,
  { db, now, letters }: Parts,
): Promise<void> {
  const deliver = postMessages(jobs, letters)
  await jobs.schedule('automations', '* * * * *', () => runAutomations({ db, deliver }, now()))
}

/** Safe twice, at the same time in two processes, and after a night that was missed. */
export async function runAutomations({ db, deliver }: { db: Db; deliver: Deliver }, now: Date): Promise<void> {
  for (const kind of await kindsToLookFor(db, now)) await beginRuns(db, kind, now)
  await stopWithoutReason(db, now)
  await takeSteps({ db, deliver }, now)
}
