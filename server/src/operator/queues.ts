import type { Input } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import type {
  dropFailedJobs as dropCall,
  getFailedJobs as listCall,
  retryFailedJobs as retryCall,
} from '@honbu/contract/operator.ts'
import { failedJobColumns } from '@honbu/contract/operator.ts'
import { gridQuery } from '../platform/grid.ts'
import type { FailedJobs } from '../platform/jobs.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { logAction } from './operator-log.ts'
import type { OperatorParts } from './parts.ts'

export const getQueues =
  ({ queues }: OperatorParts) =>
  async ({ db }: Read) => ({ queues: await queues.now(db) })

export const getFailedJobs =
  ({ queues }: OperatorParts) =>
  async ({ db }: Read, grid: Input<typeof listCall>) => {
    const { data, total } = await gridQuery(
      queues.failed(db).select(['job', 'queue', 'tries', 'failedAt', 'reason', 'heading']),
      {
        columns: failedJobColumns,
        expressions: {
          failedAt: 'failed.failedAt',
          queue: 'failed.queue',
          heading: 'failed.heading',
          reason: 'failed.reason',
          tries: 'failed.tries',
        },
        id: 'failed.job',
        sort: [{ field: 'failedAt', dir: 'desc' }],
      },
      grid,
    )
    return { data: data.map(({ failedAt, ...job }) => ({ ...job, failedAt: failedAt.toISOString() })), total }
  }

export const retryFailedJobs =
  ({ queues }: OperatorParts) =>
  async (write: Write, input: Input<typeof retryCall>) => {
    const which = chosen(input)
    const queue = await queueOf(queues, write, which)
    const count = await queues.retry(write.tx, which)
    await logAction(write, { action: 'retryFailedJobs', details: `${queue}, ${counted(count, 'job')}` })
    return { count }
  }

export const dropFailedJobs =
  ({ queues }: OperatorParts) =>
  async (write: Write, { reason, ...input }: Input<typeof dropCall>) => {
    const which = chosen(input)
    const queue = await queueOf(queues, write, which)
    const count = await queues.drop(write.tx, which)
    await logAction(write, { action: 'dropFailedJobs', details: `${queue}, ${counted(count, 'job')}`, reason })
    return { count }
  }

function chosen({ job, queue }: { job?: string | undefined; queue?: string | undefined }): FailedJobs {
  if (job !== undefined && queue === undefined) return { ids: [job] }
  if (queue !== undefined && job === undefined) return { queue }
  throw new Refused(400, 'Choose one job, or all of a queue.')
}

/** @throws Refused 404 where none of them is there: someone else was quicker */
async function queueOf({ failed }: OperatorParts['queues'], { tx }: Write, which: FailedJobs): Promise<string> {
  const found = await failed(tx)
    .select('queue')
    .$if('queue' in which, query => query.where('queue', '=', 'queue' in which ? which.queue : ''))
    .$if('ids' in which, query => query.where('job', 'in', 'ids' in which ? [...which.ids] : []))
    .limit(1)
    .executeTakeFirst()
  if (!found) throw new Refused(404, 'It isn’t there any more. It may have run again, or someone has dropped it.')
  return found.queue
}
