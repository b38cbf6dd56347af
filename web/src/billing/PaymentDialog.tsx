import { PaymentFields, savePayment } from '@honbu/contract/billing.ts'
import { currency } from '@honbu/contract/format.ts'
import { choicesOf, paymentMethod } from '@honbu/contract/ids.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import type { MemberDetails } from '../member-view/panel-props.ts'
import type { OnItsWay } from '../paying/use-paying.tsx'
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
  /** What is owed to each club in all, and what of it is on its way already, in pounds. */
  owing: readonly Owing[]
  /** How the transaction is being paid already; null: it is not. */
  onItsWay: OnItsWay | null
  onClose: () => void
}

interface Owing {
  readonly clubId: number
  readonly owed: number
  readonly onItsWay: number
  readonly tooLate: number
}

const { cash, cardReader, bankTransfer, cheque } = paymentMethod
const methods = choicesOf({ cash, cardReader, bankTransfer, cheque })

const Fields = z.extend(PaymentFields, { clubId: z.int() })

/** Money that was taken by hand is written down. */
export function PaymentDialog({ details, transaction, owing, onItsWay, onClose }: Props) {
  const { today } = details
  const clubs = moneyClubs(details)
  const save = useWrite(savePayment, {
    onSuccess: (_, { amount }) => showToast({ message: `${currency(amount)} is written down.` }),
  })
  const firstClubId = transaction?.clubId ?? clubs[0]?.value ?? 0
  const of = (clubId: number) => owing.find(each => each.clubId === clubId) ?? { owed: 0, onItsWay: 0, tooLate: 0 }
  // What comes by itself is not asked for at the desk as well.
  const amount = transaction?.outstanding ?? inPence(of(firstClubId).owed - of(firstClubId).onItsWay)
  const form = useForm({
    schema: Fields,
    values: {
      clubId: firstClubId,
      // Empty where nothing is left to be asked for.
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
  const atClub = of(form.watch('clubId'))
  return (
    <Dialog title={`${details.firstName} pays`} isOpen onClose={onClose}>
      <p>
        {transaction
          ? `For ${transaction.description}. What is more settles what fell due first, and then is credit.`
          : 'It settles what fell due first; what is more is credit.'}
      </p>
      {onItsWay && (
        <p role="note">
          <strong>It is on its way already: {onItsWay.how.replace(/\.$/, '')}.</strong>{' '}
          {onItsWay.canStop
            ? 'If you take it now, we call that off.'
            : 'That can’t be called off any more: if you take it now too, it is paid twice.'}
        </p>
      )}
      {!transaction && atClub.onItsWay > 0 && (
        <p role="note">
          <strong>
            Of {currency(atClub.owed)} owed, {currency(atClub.onItsWay)} is on its way already.
          </strong>{' '}
          {atClub.tooLate > 0
            ? `${currency(atClub.tooLate)} of it can’t be called off any more: if you take that now too, it is paid twice.`
            : 'If you take it now, we call that off.'}
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

/** Pounds without the dust of a subtraction. */
const inPence = (pounds: number) => Math.round(pounds * 100) / 100
