import { currency, mediumDate } from '@honbu/contract/format.ts'
import { getRecoveries, type RecoveryStep, recoveryColumns, recoverySteps } from '@honbu/contract/recovery.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { clubAddress } from '../clubs/club-address.ts'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Panel } from '../ui/Panel.tsx'

/** What could not be collected, until it is paid, with what comes next. */
export const FailedPayments = ({ clubId }: { clubId: number }) => (
  <Panel title="Failed payments">
    <DataGrid
      label="Payments that failed"
      name="failed-payments"
      call={getRecoveries}
      input={{ clubId }}
      columns={recoveryColumns}
      cells={{
        amount: row => currency(row.amount),
        failedOn: row => mediumDate(row.failedOn),
        step: row => <Badge tone={toneOf(row.step)}>{recoverySteps[row.step as RecoveryStep] ?? row.step}</Badge>,
        retryOn: row => (row.retryOn ? mediumDate(row.retryOn) : ''),
      }}
      extra={[
        { id: 'reason', title: 'Why', isLong: true, cell: row => upper(row.reason) },
        { id: 'told', title: 'Written to', isLong: true, cell: row => row.told || 'Nobody' },
      ]}
      rowKey={row => row.recoveryId}
      rowTo={row => memberTabAddress(row.memberId, 'money')}
      actions={
        <AppLink to={`${clubAddress(clubId, 'settings')}#failed-payments`} className={buttonClass('quiet')}>
          When to collect again
        </AppLink>
      }
      empty={
        <EmptyState icon={<IconCircleCheck size={32} />} title="Nothing has failed">
          A direct debit or saved card that fails stands here until it is paid, with why, and what comes next.
        </EmptyState>
      }
    />
  </Panel>
)

/** Red where a person has to do something. */
const toneOf = (step: string) => (['mandate', 'card', 'talk', 'person'].includes(step) ? 'bad' : 'accent')

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
