import { getPayments } from '@honbu/contract/billing.ts'
import { accounting, mediumDate } from '@honbu/contract/format.ts'
import clsx from 'clsx'
import { useRead } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './MoneyPanel.module.css'
import { paymentTitle, type Transaction } from './transaction.ts'

interface Props {
  transaction: Transaction
  onClose: () => void
}

/** The payments of one charge, and how much of each went to it. */
export function TransactionPayments({ transaction, onClose }: Props) {
  const { memberId, transactionId, description } = transaction
  const answer = useRead(getPayments, { id: memberId, transactionId })
  return (
    <Dialog title={`Payments for ${description}`} isOpen onClose={onClose}>
      {answer.error && (
        <ErrorState title="We couldn’t load the payments." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="2.5rem" />}
      {answer.data?.length === 0 && <EmptyState title="No payments yet" />}
      <ul className={css.payments}>
        {(answer.data ?? []).map(payment => (
          <li key={payment.paymentId} className={clsx(css.payment, css.ofCharge)}>
            <span className={css.date}>{mediumDate(payment.paymentDate)}</span>
            <span>{paymentTitle(payment)}</span>
            <span className={css.money}>
              {accounting(payment.allocations.find(each => each.transactionId === transactionId)?.amount ?? 0)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
