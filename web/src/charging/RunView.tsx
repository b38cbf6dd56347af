import { getChargingRun, getRunCharges, runChargeColumns } from '@honbu/contract/charging.ts'
import { currency, longDate, mediumDate, wholeNumber } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { IconAlertTriangle, IconChevronLeft } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Charging.module.css'
import { RunState } from './PastRuns.tsx'
import { RunProgress } from './RunProgress.tsx'

/** A run with what it has charged. */
export function RunView({ runId, clubId }: { runId: number; clubId: number }) {
  const answer = useRead(
    getChargingRun,
    { id: runId },
    { refetchInterval: query => (query.state.data && query.state.data.state !== 'done' ? 700 : false) },
  )
  const run = answer.data
  return (
    <div className={css.panels}>
      <AppLink to={clubAddress(clubId, 'charging')} className={css.head}>
        <IconChevronLeft size={18} aria-hidden="true" />
        All of charging
      </AppLink>
      {answer.error && (
        <ErrorState title="The run could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!run && !answer.error && <SkeletonRows count={3} height="4rem" />}
      {run && (
        <>
          {run.state !== 'done' && <RunProgress run={run} />}
          <Panel title={`Run of ${longDate(run.runOn)}`} aside={<RunState run={run} />}>
            {run.failed > 0 && (
              <p className={css.warning}>
                <IconAlertTriangle size={20} aria-hidden="true" />
                <span>
                  {run.failed === 1 ? 'One membership' : `${run.failed} memberships`} could not be charged because of an
                  error. The next run tries again.
                </span>
              </p>
            )}
            <Facts
              facts={[
                ['Charged', currency(run.amount)],
                ['Charges', wholeNumber(run.charged)],
                ['Due by', longDate(run.dueUntil)],
                ['Memberships looked at', wholeNumber(run.done)],
                ['Left out', wholeNumber(run.leftOut)],
                ['Begun by', run.by || 'The night'],
                ['Ended', run.finishedAt && moment(run.finishedAt)],
              ]}
            />
          </Panel>
          <Panel title="What it has charged">
            <DataGrid
              label="What it has charged"
              name="run-charges"
              call={getRunCharges}
              input={{ id: runId }}
              columns={runChargeColumns}
              cells={{
                dueOn: row => mediumDate(row.dueOn),
                paymentMethodId: row => names[row.paymentMethodId ?? 0] ?? '',
                amount: row => currency(row.amount),
                open: row => currency(row.open),
              }}
              rowKey={row => row.transactionId}
              rowTo={row => `${memberAddress(row.memberId)}/membership`}
              empty={<EmptyState title="It has charged nothing" />}
            />
          </Panel>
        </>
      )}
    </div>
  )
}
