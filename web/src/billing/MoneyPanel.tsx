import { getCreditBalance, getTransactions, transactionColumns } from '@honbu/contract/billing.ts'
import { getNextCharges } from '@honbu/contract/charging.ts'
import { getCollectionHolds } from '@honbu/contract/collections.ts'
import { accounting, currency } from '@honbu/contract/format.ts'
import { IconAlertTriangle, IconCash, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { NextCharges } from '../charging/NextCharges.tsx'
import { MemberCollections } from '../collections/MemberCollections.tsx'
import type { MemberPanelProps } from '../member-view/panel-props.ts'
import { memberOrderAddress } from '../orders/order-address.ts'
import { usePaying } from '../paying/use-paying.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Together } from '../ui/Together.tsx'
import { Balance } from './Balance.tsx'
import css from './MoneyPanel.module.css'
import { moneyClubs } from './money-clubs.ts'
import { Payments } from './Payments.tsx'
import type { Transaction } from './transaction.ts'

const MemberGaps = lazy(() => import('../charging/MemberGaps.tsx').then(m => ({ default: m.MemberGaps })))
const Holds = lazy(() => import('../collections/Holds.tsx').then(m => ({ default: m.Holds })))
const ChargeDialog = lazy(() => import('./ChargeDialog.tsx').then(m => ({ default: m.ChargeDialog })))
const PaymentDialog = lazy(() => import('./PaymentDialog.tsx').then(m => ({ default: m.PaymentDialog })))
const TakeBackTransaction = lazy(() => import('./TakeBackDialog.tsx').then(m => ({ default: m.TakeBackTransaction })))
const TransactionPayments = lazy(() =>
  import('./TransactionPayments.tsx').then(m => ({ default: m.TransactionPayments })),
)

type Open = { readonly what: 'charge' | 'pay' | 'payments' | 'takeBack'; readonly transaction: Transaction | null }

/** What a member was charged and has paid, and what is open of it. */
export function MoneyPanel({ memberId, details }: MemberPanelProps) {
  const balance = useRead(getCreditBalance, { id: memberId })
  const next = useRead(getNextCharges, { id: memberId })
  const paying = usePaying(memberId)
  const { may, mayInAny } = useRights()
  const mayTake = mayInAny(
    'takePayments',
    moneyClubs(details).map(({ value }) => value),
  )
  const itemsFor = (row: Transaction) => [
    ...(may('takePayments', row.clubId)
      ? [
          ...(row.outstanding > 0
            ? [{ text: 'Take payment', onSelect: () => setOpen({ what: 'pay', transaction: row }) }]
            : []),
          ...paying.itemsFor(row),
        ]
      : []),
    ...(row.paid === 0
      ? []
      : [{ text: 'View payments', onSelect: () => setOpen({ what: 'payments', transaction: row }) }]),
    ...(may('giveCredit', row.clubId) ? takeBackItems(row) : []),
  ]
  const takeBackItems = (row: Transaction) =>
    row.orderId === null
      ? [
          { text: 'Correct', onSelect: () => setOpen({ what: 'charge', transaction: row }) },
          { text: 'Take back', onSelect: () => setOpen({ what: 'takeBack', transaction: row }), isDanger: true },
        ]
      : // Stock and discounts follow what is taken back there.
        [{ text: 'Take back in the order', to: orderAddress(row) }]
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const holdsAnswer = useRead(getCollectionHolds, { id: memberId })
  const holds = holdsAnswer.data ?? []
  const disputedClubs = new Set(holds.map(({ clubId }) => clubId))
  const owing = (balance.data?.clubs ?? []).map(club => ({
    clubId: club.clubId,
    owed: Math.max(0, -club.balance),
    onItsWay: paying.poundsOnTheirWay(club.clubId),
    tooLate: paying.poundsTooLate(club.clubId),
  }))
  return (
    <div className={css.panels}>
      <Together isReady={!balance.isLoading && !next.isLoading} meanwhile={<SkeletonRows count={4} height="3rem" />}>
        {balance.data && <Balance clubs={balance.data.clubs} />}
        {holdsAnswer.error && !holdsAnswer.data && (
          <ErrorState
            title="We couldn’t load whether the payer disputes a payment."
            error={holdsAnswer.error}
            retry={() => void holdsAnswer.refetch()}
          />
        )}
        {holds.length > 0 && (
          <Suspense>
            <Holds holds={holds} isOneClub={details.memberships.length < 2} />
          </Suspense>
        )}
        <NextCharges memberId={memberId} />
        <Suspense>
          <MemberGaps memberId={memberId} />
        </Suspense>
        <Panel title="Transactions" flush>
          <div className={css.grid}>
            <DataGrid
              label="What was charged"
              name="member-transactions"
              call={getTransactions}
              input={{ id: memberId }}
              columns={transactionColumns}
              cells={{
                description: row => (
                  <>
                    <span className={row.isReversed ? css.reversed : undefined}>{row.description}</span>
                    {row.vat ? <small className={css.soft}> {vatOf(row)}</small> : null}
                  </>
                ),
                amount: row => <span className={css.money}>{accounting(row.amount)}</span>,
                outstanding: row =>
                  paying.mark(row) ?? <Standing row={row} isDisputed={disputedClubs.has(row.clubId)} />,
              }}
              extra={[
                {
                  id: 'more',
                  title: '',
                  cell: row =>
                    canBeChanged(row) &&
                    itemsFor(row).length > 0 && <Menu label={`More for ${row.description}`} items={itemsFor(row)} />,
                },
              ]}
              hidden={details.memberships.length > 1 ? [] : ['clubName']}
              rowKey={row => row.transactionId}
              empty={<EmptyState title="Nothing has been charged yet" />}
              actions={
                mayTake && (
                  <>
                    <Button onClick={() => setOpen({ what: 'charge', transaction: null })}>
                      <IconPlus size={18} aria-hidden="true" />
                      Charge
                    </Button>
                    <Button variant="primary" onClick={() => setOpen({ what: 'pay', transaction: null })}>
                      <IconCash size={18} aria-hidden="true" />
                      Take payment
                    </Button>
                  </>
                )
              }
            />
          </div>
        </Panel>
        <Payments memberId={memberId} today={details.today} />
        {paying.view}
        <MemberCollections memberId={memberId} />
      </Together>
      <Suspense>
        {open?.what === 'charge' && <ChargeDialog details={details} transaction={open.transaction} onClose={close} />}
        {open?.what === 'pay' && (
          <PaymentDialog
            details={details}
            transaction={open.transaction}
            owing={owing}
            onItsWay={open.transaction ? paying.onItsWay(open.transaction) : null}
            onClose={close}
          />
        )}
        {open?.what === 'payments' && open.transaction && (
          <TransactionPayments transaction={open.transaction} onClose={close} />
        )}
        {open?.what === 'takeBack' && open.transaction && (
          <TakeBackTransaction transaction={open.transaction} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

const orderAddress = ({ orderMemberId, memberId, orderId }: Transaction) =>
  `${memberOrderAddress(orderMemberId ?? memberId)}?order=${orderId}`

const vatOf = ({ vat, vatPercent }: Transaction) => `${accounting(vat ?? 0)} of it VAT (${vatPercent}%)`

const canBeChanged = ({ isReversed, reversesId }: Transaction) => !isReversed && reversesId === null

function Standing({ row, isDisputed }: { row: Transaction; isDisputed: boolean }) {
  if (row.isReversed) return <Badge>Taken back</Badge>
  if (row.isOverdue)
    return (
      <Badge tone="bad" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
        {currency(row.outstanding)} {isDisputed ? 'disputed' : 'overdue'}
      </Badge>
    )
  if (row.amount < 0) return row.outstanding < 0 ? `${currency(-row.outstanding)} credit left` : 'Used'
  return <span className={css.money}>{row.outstanding === 0 ? 'Paid' : currency(row.outstanding)}</span>
}
