import { previewCharging, startChargingRun } from '@honbu/contract/charging.ts'
import { counted, currency, longDate, mediumDate, wholeNumber } from '@honbu/contract/format.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Charging.module.css'
import { Charges, LeftOut } from './DryRunRows.tsx'
import { GapRows } from './GapRows.tsx'
import type { Preview } from './run.ts'

type Show = 'charges' | 'gaps' | 'leftOut'

interface Props {
  clubId: number
  on: string
  today: string
  isRunning: boolean
  onShow: (day: string) => void
}

/** What a run would take, from whom, when and how; and who is left out, and why. */
export function DryRun({ clubId, on, today, isRunning, onShow }: Props) {
  const [show, setShow] = useState<Show>('charges')
  const [page, setPage] = useState(1)
  const { ask, dialog } = useConfirm()
  const start = useWrite(startChargingRun)
  const answer = useRead(
    previewCharging,
    { clubId, ...(on !== today && { on }), show, page },
    { placeholderData: keepPreviousData },
  )
  const preview = answer.data
  const isToday = on === today

  async function run({ charges, amount, dueUntil }: Preview) {
    const yes = await ask({
      title: `Charge ${currency(amount)} now?`,
      text: `${counted(charges, 'charge')}, due by ${longDate(dueUntil)}. A charge can be taken back one by one, not all at once.`,
      action: 'Run now',
    })
    if (!yes) return
    const result = await start.mutateAsync({ clubId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <Panel
      title={`Dry run: ${isToday ? 'today' : longDate(on)}`}
      aside={
        isToday ? (
          <Button
            variant="primary"
            isBusy={start.isPending}
            disabled={isRunning || !preview || preview.charges === 0}
            onClick={() => preview && void run(preview)}
          >
            Run now
          </Button>
        ) : (
          <Button onClick={() => onShow(today)}>Back to today</Button>
        )
      }
    >
      {answer.error && (
        <ErrorState title="This could not be worked out." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!preview && !answer.error && <SkeletonRows count={5} height="2.5rem" />}
      {preview && (
        <div className={answer.isPlaceholderData ? css.stale : undefined}>
          <Totals preview={preview} />
          <div className={css.tools}>
            <Segmented
              label="What is shown"
              options={[
                { value: 'charges', text: `Charges (${wholeNumber(preview.charges)})` },
                { value: 'gaps', text: `Uncharged (${wholeNumber(preview.gaps)})` },
                { value: 'leftOut', text: `Left out (${wholeNumber(leftOutCount(preview))})` },
              ]}
              value={show}
              onChoose={value => {
                setShow(value)
                setPage(1)
              }}
            />
            {preview.pages > 1 && (
              <span className={css.pages}>
                <IconButton
                  label="Previous page"
                  icon={<IconChevronLeft size={20} aria-hidden="true" />}
                  disabled={page <= 1}
                  onClick={() => setPage(page - 1)}
                />
                Page {page} of {preview.pages}
                <IconButton
                  label="Next page"
                  icon={<IconChevronRight size={20} aria-hidden="true" />}
                  disabled={page >= preview.pages}
                  onClick={() => setPage(page + 1)}
                />
              </span>
            )}
          </div>
          {show === 'charges' && <Charges preview={preview} />}
          {show === 'gaps' && <GapRows clubId={clubId} preview={preview} />}
          {show === 'leftOut' && <LeftOut preview={preview} />}
        </div>
      )}
      {dialog}
    </Panel>
  )
}

const leftOutCount = ({ byReason }: Preview) => byReason.reduce((sum, { memberships }) => sum + memberships, 0)

function Totals({ preview }: { preview: Preview }) {
  const { amount, charges, memberships, dueUntil, byMethod, byDay, gaps, gapAmount } = preview
  return (
    <>
      <dl className={css.figures}>
        <div>
          <dt>Would be charged</dt>
          <dd>{currency(amount)}</dd>
        </div>
        <div>
          <dt>Charges</dt>
          <dd>{wholeNumber(charges)}</dd>
        </div>
        <div>
          <dt>Memberships</dt>
          <dd>{wholeNumber(memberships)}</dd>
        </div>
        <div>
          <dt>Due by</dt>
          <dd>{mediumDate(dueUntil)}</dd>
        </div>
        {gaps > 0 && (
          <div>
            <dt>Uncharged days</dt>
            <dd>{currency(gapAmount)}</dd>
          </div>
        )}
      </dl>
      {charges > 0 && (
        <div className={css.sums}>
          <Sums
            title="By method"
            rows={byMethod.map(({ paymentMethod, ...row }) => ({ name: paymentMethod || 'None', ...row }))}
          />
          <Sums title="By day" rows={byDay.map(({ dueOn, ...row }) => ({ name: mediumDate(dueOn), ...row }))} />
        </div>
      )}
    </>
  )
}

interface Sum {
  name: string
  charges: number
  amount: number
}

const Sums = ({ title, rows }: { title: string; rows: readonly Sum[] }) => (
  <table className={css.table}>
    <caption>{title}</caption>
    <tbody>
      {rows.map(({ name, charges, amount }) => (
        <tr key={name}>
          <td>{name}</td>
          <td className={css.number}>{counted(charges, 'charge')}</td>
          <td className={css.number}>{currency(amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
