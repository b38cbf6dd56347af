import { getPayments } from '@honbu/contract/billing.ts'
import { accounting, currency, mediumDate } from '@honbu/contract/format.ts'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './MoneyPanel.module.css'
import { ProviderRefunds } from './ProviderRefunds.tsx'
import { isByProvider } from './payment-kind.ts'
import { type Payment, paymentTitle, returnTitles } from './transaction.ts'

const ProviderRefundDialog = lazy(() =>
  import('./ProviderRefundDialog.tsx').then(m => ({ default: m.ProviderRefundDialog })),
)
const RefundDialog = lazy(() => import('./TakeBackDialog.tsx').then(m => ({ default: m.RefundDialog })))
const TakeBackPayment = lazy(() => import('./TakeBackDialog.tsx').then(m => ({ default: m.TakeBackPayment })))

/** What a member has paid, and what was given back of it. */
export function Payments({ memberId, today }: { memberId: number; today: string }) {
  const answer = useRead(
    getPayments,
    { id: memberId },
    // What a provider is asked for is known in a moment.
    { refetchInterval: ({ state }) => (state.data?.some(isAsked) ? 2000 : false) },
  )
  const [open, setOpen] = useState<{ payment: Payment; what: 'refund' | 'takeBack' } | null>(null)
  const close = () => setOpen(null)
  const { may } = useRights()
  const takeBackItem = (payment: Payment) => ({
    text: 'Was a mistake',
    onSelect: () => setOpen({ payment, what: 'takeBack' }),
    isDanger: true,
  })
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
            <span className={css.date}>{mediumDate(payment.paymentDate)}</span>
            <span>
              {paymentTitle(payment)}
              <span className={css.soft}>{detailsOf(payment, answer.data ?? [])}</span>
              {payment.refunds.length > 0 && <ProviderRefunds refunds={payment.refunds} />}
            </span>
            <span className={css.money}>{accounting(payment.amount)}</span>
            <span className={css.more}>
              {canBeTakenBack(payment) && may('giveCredit', payment.clubId) && (
                <Menu
                  label={`More for the payment of ${currency(payment.amount)} on ${mediumDate(payment.paymentDate)}`}
                  items={[
                    { text: 'Refund', onSelect: () => setOpen({ payment, what: 'refund' }) },
                    // What a provider has taken was no mistake of ours: it can be given back, no more.
                    ...(payment.refundedBy === null && !isByProvider(payment) ? [takeBackItem(payment)] : []),
                  ]}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      <Suspense>
        {open?.what === 'refund' && open.payment.refundedBy === null && (
          <RefundDialog payment={open.payment} today={today} onClose={close} />
        )}
        {open?.what === 'refund' && open.payment.refundedBy !== null && (
          <ProviderRefundDialog payment={open.payment} provider={open.payment.refundedBy} onClose={close} />
        )}
        {open?.what === 'takeBack' && <TakeBackPayment payment={open.payment} onClose={close} />}
      </Suspense>
    </Panel>
  )
}

const isAsked = ({ refunds }: Payment) => refunds.some(({ state }) => state === 'asked')

const canBeTakenBack = (payment: Payment) =>
  payment.amount > 0 && payment.returned < payment.amount && !isAsked(payment)

/** What became of a payment, by the entries that give it back. */
const returnWords = {
  correction: 'taken back',
  refund: 'given back',
  failed: 'failed afterwards',
  charged_back: 'taken back by the bank',
}

function detailsOf(payment: Payment, all: readonly Payment[]): string {
  const { allocations, description, reference, returned, returnReason } = payment
  const reasons = all.flatMap(each => (each.returnsId === payment.paymentId ? (each.returnReason ?? []) : []))
  const [only = 'refund', ...others] = [...new Set(reasons)]
  const titled = returnReason && returnTitles[returnReason]
  // The title says it already.
  const more = titled && description.startsWith(`${titled}: `) ? description.slice(titled.length + 2) : description
  const texts = [...new Set(allocations.map(each => each.description).filter(Boolean))]
  const settled = texts.length === 0 ? '' : `for ${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ' and more' : ''}`
  const parts = [
    settled,
    reference && `no. ${reference}`,
    // What it has settled is often called the same.
    !texts.includes(more) && more,
    returned > 0 && `${currency(returned)} ${others.length > 0 ? returnWords.refund : returnWords[only]}`,
  ]
  const text = parts.filter(Boolean).join(' · ')
  return text && ` ${text}`
}
