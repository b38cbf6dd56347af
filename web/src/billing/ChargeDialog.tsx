import { saveTransaction, TransactionFields } from '@honbu/contract/billing.ts'
import { choicesOf, paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { MoneyField, SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { ChargeProduct } from './ChargeProduct.tsx'
import { moneyClubs } from './money-clubs.ts'
import type { Transaction } from './transaction.ts'

interface Props {
  details: MemberDetails
  /** One that is written anew; null: a new one. */
  transaction: Transaction | null
  onClose: () => void
}

const { cash, cardReader, bankTransfer, cheque } = paymentMethod
const notPaid = { value: null, text: 'Not paid yet' }
const methods = [notPaid, ...choicesOf({ cash, cardReader, bankTransfer, cheque })]

const categories = Object.values(transactionCategory)

const Fields = z.extend(z.object(TransactionFields.shape), {
  clubId: z.int(),
  productId: z.nullable(z.int()),
  variantId: z.nullable(z.int()),
})

/** Charges a member for anything, and takes the money for it at once where it is there. */
export function ChargeDialog({ details, transaction, onClose }: Props) {
  const { today } = details
  const clubs = moneyClubs(details)
  const save = useWrite(saveTransaction)
  const { mayInAny } = useRights()
  const mayCredit = mayInAny(
    'giveCredit',
    clubs.map(({ value }) => value),
  )
  const form = useForm({
    schema: Fields,
    values: {
      clubId: transaction?.clubId ?? clubs[0]?.value ?? 0,
      productId: null as number | null,
      variantId: null as number | null,
      description: transaction?.description ?? '',
      // Nothing is filled in: an amount that somebody has not looked at is charged to somebody.
      amount: (transaction?.amount ?? null) as number,
      categoryId: categories.find(id => id === transaction?.categoryId) ?? transactionCategory.other,
      transactionDate: transaction?.transactionDate ?? today,
      dueOn: transaction?.dueOn ?? (today as string | null),
      paymentMethodId: null as number | null,
      paymentDate: null as string | null,
    },
    save: values =>
      save.mutateAsync({
        ...inputOf(transaction),
        ...values,
        ...(values.productId !== null && { mode: 'product' as const }),
        id: details.memberId,
        paymentDate: values.paymentMethodId === null ? null : today,
      }),
    saved: onClose,
  })
  return (
    <Dialog title={transaction ? 'Correct what was charged' : `Charge ${details.firstName}`} isOpen onClose={onClose}>
      {transaction && <p>The old entry is taken back and a new one written: both stay in the ledger.</p>}
      <Form form={form} submit={transaction ? 'Save correction' : 'Charge'} cancel={onClose} isInDialog>
        <FormSection title="Charge">
          {!transaction && (
            <ChargeProduct
              memberId={details.memberId}
              clubId={form.watch('clubId')}
              control={form.control}
              onChoose={name => {
                form.setValue('variantId', null)
                form.setValue('description', name ?? '')
                form.setValue('categoryId', name ? transactionCategory.product : transactionCategory.other)
                // An empty field is null until it is checked, which the type of checked values doesn't know.
                if (name === null) form.setValue('amount', null as never)
              }}
              onPrice={price => form.setValue('amount', price, { shouldValidate: true })}
            />
          )}
          <TextField {...form.field('description')} label="What for" required isWide autoFocus />
          <MoneyField
            {...form.field('amount')}
            label="Amount"
            hint={mayCredit && 'Below zero it is a credit.'}
            required
          />
          <SelectField
            {...form.field('categoryId')}
            label="Kind"
            options={choicesOf(transactionCategory).map(({ value, text }) => ({ value, text }))}
          />
          <DateField {...form.field('transactionDate')} label="Date" today={today} required />
          <DateField {...form.field('dueOn')} label="To be paid by" today={today} />
          {!transaction && clubs.length > 1 && (
            <SelectField {...form.field('clubId')} label="Owed to" options={clubs} />
          )}
          {!transaction && (
            <SelectField
              {...form.field('paymentMethodId')}
              label="Paid now"
              hint="What you have in hand; debits and cards come from the provider."
              options={methods}
            />
          )}
        </FormSection>
      </Form>
    </Dialog>
  )
}

/** What of an entry is not edited, and stays what it was. */
const inputOf = (transaction: Transaction | null) => ({
  transactionId: transaction?.transactionId ?? 0,
  mode: transaction?.eventId ? ('event' as const) : null,
  eventId: transaction?.eventId ?? null,
  eventDate: transaction?.eventDate ?? null,
  tax: 0 as const,
  savedMethod: false,
})
