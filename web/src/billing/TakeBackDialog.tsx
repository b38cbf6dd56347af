import { deletePayment, deleteTransaction, refundPayment } from '@honbu/contract/billing.ts'
import { date } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import { written } from '@honbu/contract/written.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { MoneyField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { isByProvider } from './payment-kind.ts'
import { StillOwedField, startOf, stillOwed } from './StillOwedField.tsx'
import type { Payment, Transaction } from './transaction.ts'

const Reason = z.object({ reason: written(200) })

/** Nothing is deleted from a ledger: an entry that reverses it is written beside it. */
export function TakeBackTransaction({ transaction, onClose }: { transaction: Transaction; onClose: () => void }) {
  const { transactionId, amount, description, paid } = transaction
  const takeBack = useWrite(deleteTransaction)
  const form = useForm({
    schema: Reason,
    values: { reason: '' },
    save: values => takeBack.mutateAsync({ id: transactionId, ...values }),
    saved: onClose,
  })
  return (
    <Dialog title={`Take back ${currency(amount)}?`} isOpen onClose={onClose}>
      <p>
        {description} stays in the ledger with an entry that reverses it.
        {paid > 0 && ` The ${currency(paid)} that was paid for it becomes credit.`}
      </p>
      <Form form={form} submit="Take it back" cancel={onClose} isInDialog>
        <TextField {...form.field('reason')} label="Why" autoFocus />
      </Form>
    </Dialog>
  )
}

export function TakeBackPayment({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const takeBack = useWrite(deletePayment)
  const form = useForm({
    schema: Reason,
    values: { reason: '' },
    save: values => takeBack.mutateAsync({ id: payment.paymentId, ...values }),
    saved: onClose,
  })
  return (
    <Dialog title={`Was ${currency(payment.amount)} never paid?`} isOpen onClose={onClose}>
      <p>An entry takes it back, and what it had settled is owed again. For money that you hand back, use “Refund”.</p>
      <Form form={form} submit="Take it back" cancel={onClose} isInDialog>
        <TextField {...form.field('reason')} label="Why" autoFocus />
      </Form>
    </Dialog>
  )
}

const Refund = z.object({
  // The contract's call knows the rest of the rule.
  amount: z
    .number({ error: 'Give an amount in pounds and pence, like 12.50' })
    .check(z.gt(0, { error: 'Give an amount above £0' })),
  paymentDate: date,
  description: written(500),
  isStillOwed: stillOwed,
})

export function RefundDialog({ payment, today, onClose }: { payment: Payment; today: string; onClose: () => void }) {
  const refund = useWrite(refundPayment)
  const left = payment.amount - payment.returned
  const form = useForm({
    schema: Refund,
    // Asked where it makes a difference.
    values: { amount: left, paymentDate: today, description: '', isStillOwed: startOf(payment, left) },
    save: values => refund.mutateAsync({ id: payment.paymentId, ...values }),
    saved: onClose,
  })
  return (
    <Dialog title="Refund" isOpen onClose={onClose}>
      <p>
        {currency(left)} of this payment is left. What was not needed is given back first; after that, what it had
        settled.
        {isByProvider(payment) &&
          ' We don’t know it at a provider, so give it back there first. This only writes it down.'}
      </p>
      <Form form={form} submit="Write down refund" cancel={onClose} isInDialog>
        <MoneyField {...form.field('amount')} label="Amount" required autoFocus />
        <DateField {...form.field('paymentDate')} label="When" today={today} required />
        <TextField {...form.field('description')} label="Why" />
        <StillOwedField payment={payment} control={form.control} />
      </Form>
    </Dialog>
  )
}
