import type { getCharging } from '@honbu/contract/charging.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, mediumDate, wholeNumber } from '@honbu/contract/format.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import clsx from 'clsx'
import { Button } from '../ui/Button.tsx'
import { shortDay } from '../ui/dates.ts'
import { Panel } from '../ui/Panel.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './Charging.module.css'

interface Props {
  runs: Output<typeof getCharging>['nextRuns']
  isNightly: boolean
  today: string
  /** The day that is shown below. */
  on: string
  onShow: (day: string) => void
}

/** The nights that have something to charge. */
export function NextRuns({ runs, isNightly, today, on, onShow }: Props) {
  return (
    <Panel title="Next runs">
      {!isNightly && (
        <p className={css.warning}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <span>Nothing is charged by itself: the nightly run is off. Look at the dry run, then switch it on.</span>
        </p>
      )}
      {runs.length === 0 && <p className={css.soft}>Nothing falls due in the next six weeks.</p>}
      {runs.length > 0 && (
        <table className={clsx(css.table, css.stacks)}>
          <thead>
            <tr>
              <th scope="col">Night</th>
              <th scope="col">Due until</th>
              <th scope="col" className={css.number}>
                Charges
              </th>
              <th scope="col" className={css.number}>
                Amount
              </th>
              <th scope="col">
                <VisuallyHidden>Dry run</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map(run => (
              <tr key={run.on}>
                <td>{run.on === today ? 'Today' : shortDay(run.on)}</td>
                <td data-title="Due until">{mediumDate(run.dueUntil)}</td>
                <td data-title="Charges" className={css.number}>
                  {wholeNumber(run.charges)}
                </td>
                <td className={css.number}>{currency(run.amount)}</td>
                <td className={css.number}>
                  <Button variant="quiet" aria-pressed={run.on === on} onClick={() => onShow(run.on)}>
                    Dry run<VisuallyHidden> of {mediumDate(run.on)}</VisuallyHidden>
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
