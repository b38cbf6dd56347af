import { deleteClosure, getClosures, saveClosures } from '@honbu/contract/closures.ts'
import { longDate } from '@honbu/contract/format.ts'
import { IconBeach, IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { useAddress } from '../ui/address.ts'
import { fullDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { BankHolidays } from './BankHolidays.tsx'
import { ClosureForm } from './ClosureForm.tsx'
import css from './Closures.module.css'
import { inRuns, type Run } from './runs.ts'

/** The days on which none of a club's classes run, a year at a time; the year stands in the address. */
export function ClosuresPanel({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const { search, setSearch } = useAddress()
  const asked = /^(19|20)\d\d$/.test(search.year ?? '') ? Number(search.year) : undefined
  const answer = useRead(getClosures, { clubId, ...(asked !== undefined && { year: asked }) })
  const remove = useWrite(deleteClosure)
  const close = useWrite(saveClosures)
  const shown = answer.data
  const year = asked ?? shown?.year

  async function open({ from, to, name }: Run) {
    const result = await remove.mutateAsync({ clubId, from, to })
    if (isRefusal(result)) return void showToast({ message: result.message, tone: 'bad' })
    showToast({
      message: `Open again ${from === to ? 'on that day' : 'on those days'}.`,
      action: {
        text: 'Undo',
        run: () =>
          void close.mutateAsync({ clubId, closures: [{ from, to, name }], acknowledged: true, notify: false }),
      },
    })
  }

  return (
    <Panel
      id="closures"
      title="Days closed"
      aside={
        year !== undefined && (
          <span className={css.years}>
            <IconButton
              label={`Closures of ${year - 1}`}
              icon={<IconChevronLeft size={20} aria-hidden="true" />}
              onClick={() => setSearch({ year: String(year - 1) })}
            />
            <strong>{year}</strong>
            <IconButton
              label={`Closures of ${year + 1}`}
              icon={<IconChevronRight size={20} aria-hidden="true" />}
              onClick={() => setSearch({ year: String(year + 1) })}
            />
          </span>
        )
      }
    >
      {answer.error && (
        <ErrorState
          title="The closures could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {!shown && !answer.error && <SkeletonRows count={4} height="2.5rem" />}
      {shown && (
        <div className={css.columns}>
          <div>
            {shown.closures.length === 0 && (
              <EmptyState icon={<IconBeach size={32} />} title={`Nothing is closed in ${shown.year}`}>
                Classes run on every day of their week, bank holidays included.
              </EmptyState>
            )}
            <ul className={css.list} aria-label={`Days closed in ${shown.year}`}>
              {inRuns(shown.closures).map(run => (
                <li key={run.from} className={css.run}>
                  <span>
                    <span className={css.name}>{run.name || 'Closed'}</span>
                    <span className={css.days}>{daysText(run)}</span>
                  </span>
                  {isAdmin && (
                    <IconButton
                      label={`Open again: ${run.name || 'closed'}, ${longDate(run.from)}`}
                      icon={<IconTrash size={18} aria-hidden="true" />}
                      disabled={remove.isPending}
                      onClick={() => void open(run)}
                    />
                  )}
                </li>
              ))}
            </ul>
          </div>
          {isAdmin && (
            <div className={css.side}>
              <ClosureForm key={shown.year} clubId={clubId} today={shown.today} />
              <BankHolidays clubId={clubId} year={shown.year} />
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}

const daysText = ({ from, to, days }: Run) =>
  from === to ? fullDay(from) : `${fullDay(from)} to ${fullDay(to)}, ${days} days`
