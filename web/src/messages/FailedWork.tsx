import {
  dropFailedWork,
  type FailedWork as Failed,
  getFailedWork,
  retryFailedWork,
} from '@honbu/contract/failed-work.ts'
import { counted, wholeNumber } from '@honbu/contract/format.ts'
import { queueWords, reasonWords } from '@honbu/contract/queue-words.ts'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './FailedWork.module.css'

interface Props {
  club: { readonly id: number; readonly name: string }
  hasName: boolean
}

/** What couldn’t be sent or done for a club, to try again or to drop; nothing where all is well. */
export function FailedWork({ club, hasName }: Props) {
  const { data, error, refetch } = useRead(getFailedWork, { id: club.id })
  const retry = useWrite(retryFailedWork)
  const drop = useWrite(dropFailedWork)
  const { ask, dialog } = useConfirm()
  if (error) return <ErrorState title="We couldn’t load what failed." error={error} retry={() => void refetch()} />
  if (!data || data.total === 0) return null
  const { work, total } = data

  async function again(jobs: readonly string[]) {
    const result = await retry.mutateAsync({ id: club.id, jobs: [...jobs] })
    const count = isRefusal(result) ? 0 : result.count
    showToast(
      isRefusal(result) ? { message: result.message, tone: 'bad' } : { message: `Trying ${wholeNumber(count)} again` },
    )
  }

  async function give({ job, heading, queue }: Failed) {
    const what = heading ? `“${heading}”` : queueWords(queue)
    const text = 'It’s never sent or done.'
    if (!(await ask({ title: `Drop ${what}?`, text, action: 'Drop' }))) return
    const result = await drop.mutateAsync({ id: club.id, jobs: [job] })
    showToast(isRefusal(result) ? { message: result.message, tone: 'bad' } : { message: 'Dropped' })
  }

  const title = `Not sent or done (${wholeNumber(total)})`
  return (
    <Panel title={hasName ? `${club.name}: ${title.toLowerCase()}` : title} flush>
      <ul className={css.list}>
        {work.map(each => (
          <li key={each.job} className={css.row}>
            <span className={css.what}>
              <strong>{each.heading ?? queueWords(each.queue)}</strong>
              {each.to && <span> to {each.to}</span>}
              <span className={css.why}>
                {reasonWords(each.reason)} {counted(each.tries, 'try', 'tries')}, last {moment(each.failedAt)}.
              </span>
            </span>
            <Menu
              label={`Actions for ${each.heading ?? queueWords(each.queue)}`}
              items={[
                { text: 'Try again', onSelect: () => void again([each.job]) },
                { text: 'Drop', isDanger: true, onSelect: () => void give(each) },
              ]}
            />
          </li>
        ))}
      </ul>
      <p className={css.all}>
        <Button isBusy={retry.isPending} onClick={() => void again(work.map(({ job }) => job))}>
          {work.length < total ? `Try the latest ${wholeNumber(work.length)} again` : 'Try all again'}
        </Button>
      </p>
      {dialog}
    </Panel>
  )
}
