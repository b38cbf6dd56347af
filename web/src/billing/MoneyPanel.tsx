import { getCreditBalance, getPayments, getTransactions, transactionColumns } from '@honbu/contract/billing.ts'
import { currency, shortDate } from '@honbu/contract/format.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './MoneyPanel.module.css'

/** What a member was charged and has paid, and what is open of it. */
export function MoneyPanel({ memberId, details }: MemberPanelProps) {
  const balance = useRead(getCreditBalance, { id: memberId })
  return (
    <div className={css.panels}>
      {balance.data && balance.data.clubs.length > 1 && (
        <Panel title="Balance by club">
          <ul className={css.clubs}>
            {balance.data.clubs.map(club => (
              <li key={club.clubId}>
                <span>{club.clubName}</span>
                <span className={css.money}>{currency(club.balance)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Transactions" flush>
        <div className={css.grid}>
          <DataGrid
            label="What was charged"
            name="member-transactions"
            call={getTransactions}
            input={{ id: memberId }}
            columns={transactionColumns}
            cells={{
              amount: row => <span className={css.money}>{currency(row.amount)}</span>,
              outstanding: row =>
                row.isOverdue ? (
                  <Badge tone="bad" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
                    {currency(row.outstanding)} overdue
                  </Badge>
                ) : (
                  <span className={css.money}>{row.outstanding === 0 ? 'Paid' : currency(row.outstanding)}</span>
                ),
            }}
            hidden={details.memberships.length > 1 ? [] : ['clubName']}
            rowKey={row => row.transactionId}
            empty={<EmptyState title="Nothing has been charged yet" />}
          />
        </div>
      </Panel>
      <Payments memberId={memberId} />
    </div>
  )
}

function Payments({ memberId }: { memberId: number }) {
  const answer = useRead(getPayments, { id: memberId })
  return (
    <Panel title="Payments" flush>
      {answer.error && !answer.data && (
        <ErrorState
          title="The payments could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={3} height="2.5rem" />}
      {answer.data?.length === 0 && <EmptyState title="Nothing has been paid yet" />}
      <ul className={css.payments}>
        {(answer.data ?? []).map(payment => (
          <li key={payment.paymentId} className={css.payment}>
            <span className={css.date}>{shortDate(payment.paymentDate)}</span>
            <span>
              {payment.amount < 0 ? 'Given back' : payment.paymentMethod || 'Payment'}
              <span className={css.soft}>{settles(payment)}</span>
            </span>
            <span className={css.money}>{currency(payment.amount)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function settles({ allocations }: { allocations: readonly { description: string }[] }): string {
  const texts = [...new Set(allocations.map(({ description }) => description).filter(Boolean))]
  return texts.length === 0 ? '' : ` for ${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ' and more' : ''}`
}
