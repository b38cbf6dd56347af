import { startChargingRun } from '@honbu/contract/charging.ts'
import { counted, currency, wholeNumber } from '@honbu/contract/format.ts'
import { useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import css from './Charging.module.css'
import type { Run } from './run.ts'

/** How far a run is. It is done beside everything else: the page can be left, and opened again. */
export function RunProgress({ run }: { run: Run }) {
  const again = useWrite(startChargingRun)
  const { done, total, charged, amount, isStuck, clubId } = run
  const label =
    total === null
      ? 'Waiting for its turn'
      : `${wholeNumber(done)} of ${counted(total, 'membership')}, ${currency(amount)} in ${counted(charged, 'charge')}`
  return (
    <Panel title="A run is under way">
      <div aria-live="polite">
        <WorkProgress label={label} done={done} total={total} />
      </div>
      <p className={css.soft}>You can leave this page: it goes on.</p>
      {isStuck && (
        <div className={css.warning} role="alert">
          <span>It has not moved for a minute. Nothing is lost, and nobody is charged twice.</span>
          <Button isBusy={again.isPending} onClick={() => again.mutate({ clubId })}>
            Go on
          </Button>
        </div>
      )}
    </Panel>
  )
}
