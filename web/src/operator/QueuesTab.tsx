import { counted, wholeNumber } from '@honbu/contract/format.ts'
import {
  dropFailedJobs,
  type FailedJob,
  failedJobColumns,
  getFailedJobs,
  getQueues,
  retryFailedJobs,
} from '@honbu/contract/operator.ts'
import { queueWords, reasonWords } from '@honbu/contract/queue-words.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Operator.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'

/** One job, or all that failed in a queue. */
type Which = { readonly job: string } | { readonly queue: string }

interface Dropping {
  readonly which: Which
  readonly text: string
  readonly count: number
}

/** What waits, and what has failed for good: run again, or dropped. */
export function QueuesTab() {
  const { data, error, refetch } = useRead(getQueues, {})
  const [dropping, setDropping] = useState<Dropping | null>(null)
  const retry = useWrite(retryFailedJobs)
  const drop = useWrite(dropFailedJobs)

  async function runAgain(which: Which) {
    const result = await retry.mutateAsync(which)
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `${counted(result.count, 'job')} running again` })
  }

  return (
    <>
      <Panel title="Queues" flush>
        {error && <ErrorState title="We couldn’t load the queues." error={error} retry={() => void refetch()} />}
        {!data && !error && <SkeletonRows count={3} height="2.75rem" />}
        {data?.queues.length === 0 && (
          <EmptyState title="Nothing is waiting">Emails, reports and imports appear here while they wait.</EmptyState>
        )}
        {data && data.queues.length > 0 && (
          <ul className={css.queues} aria-label="Queues">
            {data.queues.map(({ queue, waiting, running, failed }) => (
              <li key={queue} className={css.queue}>
                <span>
                  <span className={css.name}>{queueWords(queue)}</span>{' '}
                  <span className={css.facts}>
                    {[
                      waiting > 0 && `${wholeNumber(waiting)} waiting`,
                      running > 0 && `${wholeNumber(running)} running`,
                      failed > 0 && `${wholeNumber(failed)} failed`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </span>
                {failed > 0 && (
                  <span className={css.actions}>
                    <Button isBusy={retry.isPending} onClick={() => void runAgain({ queue })}>
                      Run all again
                    </Button>
                    <Button
                      onClick={() =>
                        setDropping({
                          which: { queue },
                          text:
                            failed === 1
                              ? `the one in ${queueWords(queue)}`
                              : `all ${wholeNumber(failed)} in ${queueWords(queue)}`,
                          count: failed,
                        })
                      }
                    >
                      Drop all
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <DataGrid
        label="Failed jobs"
        name="failed-jobs"
        call={getFailedJobs}
        input={{}}
        columns={failedJobColumns}
        rowKey={({ job }) => job}
        cells={cells}
        extra={[
          {
            id: 'actions',
            title: '',
            cell: ({ job, queue, heading }) => (
              <Menu
                label={`Actions for ${heading ?? queueWords(queue)}`}
                items={[
                  { text: 'Run again', onSelect: () => void runAgain({ job }) },
                  {
                    text: 'Drop',
                    isDanger: true,
                    onSelect: () =>
                      setDropping({
                        which: { job },
                        text: heading ? `“${heading}”` : `this job of ${queueWords(queue)}`,
                        count: 1,
                      }),
                  },
                ]}
              />
            ),
          },
        ]}
        empty={
          <EmptyState icon={<IconCircleCheck size={28} />} title="No job has failed">
            If an email or report fails for good, you can run it again here.
          </EmptyState>
        }
      />
      {dropping && (
        <ReasonDialog
          title={`Drop ${dropping.text}?`}
          action={dropping.count === 1 ? 'Drop job' : 'Drop jobs'}
          save={reason => drop.mutateAsync({ ...dropping.which, reason })}
          saved={() => showToast({ message: `${counted(dropping.count, 'job')} dropped` })}
          onClose={() => setDropping(null)}
        >
          Its work is never done, and you can’t undo this.
        </ReasonDialog>
      )}
    </>
  )
}

const cells = {
  queue: ({ queue }: FailedJob) => queueWords(queue),
  reason: ({ reason }: FailedJob) => reasonWords(reason),
}
