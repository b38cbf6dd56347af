import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/failed-work.ts'
import { mostFailedWork } from '@honbu/contract/failed-work.ts'
import { type Kysely, sql } from 'kysely'
import type { Queues } from '../platform/failed-jobs.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks } from '../tasks/index.ts'
import { clubOf } from './club-of.ts'
import { causeOf, kind } from './tell-of-failed-work.ts'

const ofClub = ({ failed }: Queues, db: Kysely<Tables>, clubId: number) => failed(db).where(clubOf, '=', clubId)

export const getFailedWork =
  (queues: Queues) =>
  async (
    { db }: Read,
    { id: clubId }: Input<typeof call.getFailedWork>,
  ): Promise<Output<typeof call.getFailedWork>> => {
    const found = await ofClub(queues, db, clubId)
      .select(['job', 'queue', 'heading', 'to', 'reason', 'tries', 'failedAt'])
      .select(sql<number>`count(*) over ()`.as('total'))
      .orderBy('failedAt', 'desc')
      .orderBy('job')
      .limit(mostFailedWork)
      .execute()
    const work = found.map(({ total: _, failedAt, ...job }) => ({ ...job, failedAt: failedAt.toISOString() }))
    return { total: found[0]?.total ?? 0, work }
  }

export const retryFailedWork = (queues: Queues) => async (write: Write, input: Input<typeof call.retryFailedWork>) =>
  await settle(queues, write, input, { because: 'Is tried again', act: queues.retry })

export const dropFailedWork = (queues: Queues) => async (write: Write, input: Input<typeof call.dropFailedWork>) =>
  await settle(queues, write, input, { because: 'Was dropped', act: queues.drop })

interface How {
  /** What its task says from now on. */
  readonly because: string
  readonly act: Queues['drop'] | Queues['retry']
}

async function settle(
  queues: Queues,
  { tx, now, audit }: Write,
  { id: clubId, jobs }: Input<typeof call.retryFailedWork>,
  { because, act }: How,
) {
  const found = await ofClub(queues, tx, clubId).select(['job', 'queue']).where('job', 'in', jobs).execute()
  // Someone else was quicker with the others.
  if (found.length === 0) throw new Refused(404, 'It isn’t there any more: someone has tried it again or dropped it.')
  const ids = found.map(({ job }) => job)
  const count = await act(tx, { ids })
  await closeTasks(tx, { kind, causes: ids.map(causeOf), because, now })
  const of = Object.entries(Object.groupBy(found, ({ queue }) => queue)).map(([queue, jobs]) => [queue, jobs?.length])
  audit({ clubId, subject: 'failed_work', subjectId: clubId, after: Object.fromEntries(of) })
  return { count }
}
