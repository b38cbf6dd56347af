import { accounting, mediumDate } from '@honbu/contract/format.ts'
import { providerNames } from '@honbu/contract/providers.ts'
import { fetchPayouts, getPayoutState, getPayouts, payoutColumns, payoutStates } from '@honbu/contract/recovery.ts'
import { IconAlertTriangle, IconBuildingBank, IconCheck, IconDownload, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { useAllAnew } from '../billing/use-all-anew.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Together } from '../ui/Together.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Recovery.module.css'
import { payoutAddress } from './recovery-address.ts'

const PayoutFileDialog = lazy(() => import('./PayoutFileDialog.tsx').then(m => ({ default: m.PayoutFileDialog })))

/** What has arrived, or will, in the club's bank account. */
export function Payouts({ clubId }: { clubId: number }) {
  const state = useRead(
    getPayoutState,
    { clubId },
    { refetchInterval: query => (query.state.data?.isUnderWay ? 1000 : false) },
  )
  const fetchNow = useWrite(fetchPayouts, {
    onSuccess: ({ accounts }) => {
      if (accounts === 0) showToast({ message: 'The club has no account at a provider yet.' })
    },
    onRefused: ({ message }) => showToast({ message, tone: 'bad' }),
  })
  const [isOpen, setOpen] = useState(false)
  const isUnderWay = state.data?.isUnderWay ?? false
  useAllAnew(state.data && `${state.data.doneAt} ${isUnderWay}`)
  return (
    <Panel
      title="Payouts"
      aside={
        <Button isBusy={isUnderWay || fetchNow.isPending} onClick={() => fetchNow.mutate({ clubId })}>
          <IconRefresh size={18} aria-hidden="true" />
          Fetch now
        </Button>
      }
    >
      <Together isReady={!state.isLoading} meanwhile={<SkeletonRows count={4} height="44px" />}>
        <p className={css.state} aria-live="polite">
          <span className={css.soft}>
            {isUnderWay && 'Asking the providers…'}
            {!isUnderWay && state.data?.doneAt && `As of ${moment(state.data.doneAt)}.`} They are fetched every hour.
          </span>
        </p>
        {state.data?.problem && (
          <p className={css.problem}>
            <IconAlertTriangle size={20} aria-hidden="true" />
            <span>{state.data.problem}</span>
          </p>
        )}
        <DataGrid
          label="What was paid out"
          name="payouts"
          call={getPayouts}
          input={{ clubId }}
          columns={payoutColumns}
          cells={{
            arrivalDate: row => (row.arrivalDate ? mediumDate(row.arrivalDate) : 'Not known yet'),
            provider: row => providerNames[row.provider],
            collected: row => accounting(row.collected),
            fees: row => accounting(row.fees),
            net: row => accounting(row.net),
            mismatches: row => <Mismatches count={row.mismatches} />,
            state: row => <Badge tone={row.state === 'bounced' ? 'bad' : 'neutral'}>{payoutStates[row.state]}</Badge>,
          }}
          rowKey={row => row.payoutId}
          rowTo={row => payoutAddress(clubId, row.payoutId)}
          actions={
            <Button variant="quiet" onClick={() => setOpen(true)}>
              <IconDownload size={18} aria-hidden="true" />
              Export as CSV
            </Button>
          }
          empty={
            <EmptyState icon={<IconBuildingBank size={32} />} title="No payout so far">
              A few days after money was collected, GoCardless or Stripe pays it out to the club. It stands here then.
            </EmptyState>
          }
        />
      </Together>
      {isOpen && (
        <Suspense>
          <PayoutFileDialog clubId={clubId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

export const Mismatches = ({ count }: { count: number }) =>
  count === 0 ? (
    <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
      All matched
    </Badge>
  ) : (
    <Badge tone="bad" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
      {count} not matched
    </Badge>
  )
