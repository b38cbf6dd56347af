import { isDate } from '@honbu/contract/calendar.ts'
import { getCharging } from '@honbu/contract/charging.ts'
import { IconCalendarDollar } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useRead } from '../app/api.ts'
import { useAllAnew } from '../billing/use-all-anew.ts'
import type { PanelProps } from '../clubs/panel-props.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { BooksPanel } from './BooksPanel.tsx'
import css from './Charging.module.css'
import { ChargingSettingsPanel } from './ChargingSettingsPanel.tsx'
import { DryRun } from './DryRun.tsx'
import { NextRuns } from './NextRuns.tsx'
import { PastRuns } from './PastRuns.tsx'
import { RunProgress } from './RunProgress.tsx'

const VatPanel = lazy(() => import('../vat/VatPanel.tsx').then(m => ({ default: m.VatPanel })))
const StartBilling = lazy(() => import('./StartBilling.tsx').then(m => ({ default: m.StartBilling })))
const RunView = lazy(() => import('./RunView.tsx').then(m => ({ default: m.RunView })))

/** How the memberships of a club are charged: the nights to come, what would be taken, and what has been. */
export function ChargingTab({ clubId, isAdmin }: PanelProps) {
  const { search } = useAddress()
  if (!isAdmin)
    return (
      <EmptyState icon={<IconCalendarDollar size={32} />} title="Charging is for admins">
        An admin of this club sees here what memberships will be charged, and when.
      </EmptyState>
    )
  const runId = idOf(search.run)
  if (runId === 0) return <Overview clubId={clubId} />
  return (
    <Suspense fallback={<SkeletonRows count={4} height="6rem" />}>
      <RunView runId={runId} clubId={clubId} />
    </Suspense>
  )
}

function Overview({ clubId }: { clubId: number }) {
  const { search, setSearch } = useAddress()
  const answer = useRead(
    getCharging,
    { clubId },
    { refetchInterval: query => (query.state.data?.openRun ? 700 : false) },
  )
  const charging = answer.data
  useAllAnew(charging?.lastRunId)
  if (answer.error && !charging)
    return <ErrorState title="Charging could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
  if (!charging) return <SkeletonRows count={4} height="6rem" />
  const { today, openRun, settings, nextRuns } = charging
  const on = search.on !== undefined && isDate(search.on) ? search.on : today
  const show = (day: string) => setSearch({ on: day === today ? undefined : day })
  return (
    <div className={css.panels}>
      {!charging.hasStarted && (
        <Suspense fallback={<SkeletonRows count={4} height="3rem" />}>
          <StartBilling clubId={clubId} />
        </Suspense>
      )}
      {openRun && <RunProgress run={openRun} />}
      <div className={css.columns}>
        <NextRuns
          runs={nextRuns}
          isNightly={settings.isNightly || !charging.hasStarted}
          today={today}
          on={on}
          onShow={show}
        />
        <ChargingSettingsPanel clubId={clubId} settings={settings} hasStarted={charging.hasStarted} />
      </div>
      <DryRun key={on} clubId={clubId} on={on} today={today} isRunning={openRun !== null} onShow={show} />
      <Suspense fallback={<SkeletonRows count={3} height="6rem" />}>
        <VatPanel clubId={clubId} />
      </Suspense>
      <BooksPanel clubId={clubId} />
      <PastRuns clubId={clubId} />
    </div>
  )
}
