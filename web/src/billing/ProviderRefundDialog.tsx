import { refundPayment } from '@honbu/contract/billing.ts'
import { currency } from '@honbu/contract/format.ts'
import { written } from '@honbu/contract/written.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { MoneyField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { StillOwedField, startOf, stillOwed } from './StillOwedField.tsx'
import type { Payment } from './transaction.ts'

const Refund = z.object({
  // The contract's call knows the rest of the rule.
  amount: z.number({ error: 'Give an amount in pounds' }).check(z.gt(0, { error: 'Give an amount above £0' })),
  description: written(500),
  isStillOwed: stillOwed,
})

interface Props {
  payment: Payment
  /** 'Stripe', for example. */
  provider: string
  onClose: () => void
}

/** The provider that took the money gives it back, to the account or card that it came from. */
export function ProviderRefundDialog({ payment, provider, onClose }: Props) {
  const { amount, returned } = payment
  const refund = useWrite(refundPayment)
  const left = Math.round((amount - returned) * 100) / 100
  const form = useForm({
    schema: Refund,
    // Asked where it makes a difference.
    values: { amount: left, description: '', isStillOwed: startOf(payment, left) },
    save: values => refund.mutateAsync({ id: payment.paymentId, returned, ...values }),
    saved: () => {
      showToast({ message: `${provider} is asked for the refund.` })
      onClose()
    },
  })
  return (
    <Dialog title={`Refund through ${provider}`} isOpen onClose={onClose}>
      <p>
        {currency(left)} of this payment is left. {provider} sends the money back to where it came from. As soon as it
        has accepted, what was not needed goes first; after that, what the payment had settled.
      </p>
      <Form form={form} submit="Refund" cancel={onClose} isInDialog>
        <MoneyField {...form.field('amount')} label="Amount" required autoFocus />
        <TextField {...form.field('description')} label="Why" />
        <StillOwedField payment={payment} control={form.control} />
      </Form>
    </Dialog>
  )
}
