import { PaymentFields, savePayment } from '@honbu/contract/billing.ts'
import { currency } from '@honbu/contract/format.ts'
import { choicesOf, paymentMethod } from '@honbu/contract/ids.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { MoneyField, SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { moneyClubs } from './money-clubs.ts'
import type { Transaction } from './transaction.ts'

interface Props {
  details: MemberDetails
  /** What is paid; null: what fell due first. */
  transaction: Transaction | null
  /** What is owed in all, in pounds. */
  owed: number
  /** How it is being paid already, for people; empty: it is not. */
  onItsWay: string
  onClose: () => void
}

const { cash, cardReader, bankTransfer, cheque } = paymentMethod
const methods = choicesOf({ cash, cardReader, bankTransfer, cheque })

const Fields = z.extend(PaymentFields, { clubId: z.int() })

/** Money that was taken by hand is written down. */
export function PaymentDialog({ details, transaction, owed, onItsWay, onClose }: Props) {
  const { today } = details
  const clubs = moneyClubs(details)
  const save = useWrite(savePayment, {
    onSuccess: (_, { amount }) => showToast({ message: `${currency(amount)} is written down.` }),
  })
  const amount = transaction?.outstanding ?? owed
  const form = useForm({
    schema: Fields,
    values: {
      clubId: transaction?.clubId ?? clubs[0]?.value ?? 0,
      // Empty where nothing is owed.
      amount: (amount > 0 ? amount : null) as number,
      paymentMethodId: cash as number,
      paymentDate: today,
      reference: '',
      description: '',
    },
    save: values =>
      save.mutateAsync({ ...values, id: details.memberId, transactionId: transaction?.transactionId ?? null }),
    saved: onClose,
  })
  const methodId = form.watch('paymentMethodId')
  return (
    <Dialog title={`${details.firstName} pays`} isOpen onClose={onClose}>
      <p>
        {transaction
          ? `For ${transaction.description}. What is more settles what fell due first, and then is credit.`
          : 'It settles what fell due first; what is more is credit.'}
      </p>
      {onItsWay && (
        <p role="note">
          <strong>It is on its way already: {onItsWay}.</strong> What is paid now too becomes credit.
        </p>
      )}
      <Form form={form} submit="Save payment" cancel={onClose} isInDialog>
        <FormSection title="Payment">
          <MoneyField {...form.field('amount')} label="Amount" required autoFocus />
          <SelectField {...form.field('paymentMethodId')} label="How" options={methods} />
          <DateField {...form.field('paymentDate')} label="When" today={today} required />
          {(methodId === cheque || methodId === bankTransfer) && (
            <TextField
              {...form.field('reference')}
              label={methodId === cheque ? 'Number of the cheque' : 'Reference of the transfer'}
            />
          )}
          {!transaction && clubs.length > 1 && (
            <SelectField {...form.field('clubId')} label="Paid to" options={clubs} />
          )}
          <TextField {...form.field('description')} label="Remark" isWide />
        </FormSection>
      </Form>
    </Dialog>
  )
}
