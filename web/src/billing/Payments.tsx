import { getPayments } from '@honbu/contract/billing.ts'
import { accounting, currency, mediumDate } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './MoneyPanel.module.css'
import { RefundDialog, TakeBackPayment } from './TakeBackDialog.tsx'
import type { Payment } from './transaction.ts'

/** What a member has paid, and what was given back of it. */
export function Payments({ memberId, today }: { memberId: number; today: string }) {
  const answer = useRead(getPayments, { id: memberId })
  const [open, setOpen] = useState<{ payment: Payment; what: 'refund' | 'takeBack' } | null>(null)
  const close = () => setOpen(null)
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
              {titleOf(payment)}
              <span className={css.soft}>{detailsOf(payment)}</span>
            </span>
            <span className={css.money}>{accounting(payment.amount)}</span>
            <span className={css.more}>
              {canBeTakenBack(payment) && (
                <Menu
                  label={`More for the payment of ${currency(payment.amount)} on ${mediumDate(payment.paymentDate)}`}
                  items={[
                    { text: 'Refund', onSelect: () => setOpen({ payment, what: 'refund' }) },
                    { text: 'Was a mistake', onSelect: () => setOpen({ payment, what: 'takeBack' }), isDanger: true },
                  ]}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {open?.what === 'refund' && <RefundDialog payment={open.payment} today={today} onClose={close} />}
      {open?.what === 'takeBack' && <TakeBackPayment payment={open.payment} onClose={close} />}
    </Panel>
  )
}

const providers: readonly (number | null)[] = [
  paymentMethod.directDebit,
  paymentMethod.instantBankPay,
  paymentMethod.card,
]

const canBeTakenBack = ({ amount, returned, paymentMethodId }: Payment) =>
  amount > 0 && returned < amount && !providers.includes(paymentMethodId)

const returnTitles = {
  correction: 'Taken back',
  refund: 'Refunded',
  failed: 'Failed',
  charged_back: 'Taken back by the bank',
}

const titleOf = ({ paymentMethod, returnReason }: Payment) =>
  returnReason ? returnTitles[returnReason] : paymentMethod || 'Payment'

function detailsOf({ allocations, description, reference, returned }: Payment): string {
  const texts = [...new Set(allocations.map(each => each.description).filter(Boolean))]
  const settled = texts.length === 0 ? '' : `for ${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ' and more' : ''}`
  const parts = [
    settled,
    reference && `no. ${reference}`,
    description,
    returned > 0 && `${currency(returned)} given back`,
  ]
  const text = parts.filter(Boolean).join(' · ')
  return text && ` ${text}`
}
