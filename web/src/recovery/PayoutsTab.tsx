import { whyNot } from '@honbu/contract/right-words.ts'
import { IconBuildingBank } from '@tabler/icons-react'
import { useRights } from '../app/rights.ts'
import { Debt } from '../billing/Debt.tsx'
import type { PanelProps } from '../clubs/panel-props.ts'
import { idOf, oneOf, useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { FailedPayments } from './FailedPayments.tsx'
import { FoundMandates } from './FoundMandates.tsx'
import { Payouts } from './Payouts.tsx'
import { PayoutView } from './PayoutView.tsx'
import css from './Recovery.module.css'
import { recoveryAddress, views } from './recovery-address.ts'

/** What providers have paid out to a club, what could not be collected, who owes, and mandates that are still to be taken over. */
export function PayoutsTab({ clubId }: PanelProps) {
  const { search } = useAddress()
  const { may, isKnown } = useRights()
  if (!isKnown) return <SkeletonRows count={4} height="3rem" />
  if (!may('seeMoney', clubId))
    return (
      <EmptyState icon={<IconBuildingBank size={32} />} title="Payouts aren’t shown to you">
        {whyNot('seeMoney')}
      </EmptyState>
    )
  const payoutId = idOf(search.payout)
  if (payoutId > 0) return <PayoutView clubId={clubId} payoutId={payoutId} />
  const view = oneOf(['payouts', 'failed', 'debt', 'mandates'], search.view)
  return (
    <div className={css.panels}>
      <Tabs
        label="Money"
        current={view}
        tabs={views.map(([id, text]) => ({ id, text, to: recoveryAddress(clubId, id) }))}
      />
      {view === 'payouts' && <Payouts clubId={clubId} />}
      {view === 'failed' && <FailedPayments clubId={clubId} />}
      {view === 'debt' && <Debt clubId={clubId} />}
      {view === 'mandates' && <FoundMandates clubId={clubId} />}
    </div>
  )
}
