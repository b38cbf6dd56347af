import { currency, longDate } from '@honbu/contract/format.ts'
import { erasePersonalData } from '@honbu/contract/privacy.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { PrivacyDialogProps } from './privacy-props.ts'

const Fields = z.object({
  code: z.string().check(z.trim(), z.minLength(1, "Enter the member's code."), z.maxLength(40)),
  evenSo: z.boolean(),
})

/** Forgets a person, after a second thought. */
export function EraseDialog({ details, onClose }: PrivacyDialogProps) {
  const erase = useWrite(erasePersonalData, {
    onSuccess: ({ onItsWay }) => showToast({ message: ['Personal data erased.', ...late(onItsWay)].join(' ') }),
  })
  const form = useForm({
    schema: Fields,
    values: { code: '', evenSo: false },
    save: fields => erase.mutateAsync({ id: details.memberId, ...fields }),
    saved: onClose,
  })
  return (
    <Dialog title={`Erase ${details.firstName} ${details.lastName}`.trim()} isOpen onClose={onClose}>
      <p>
        We delete name, date of birth, photo, addresses, contacts, notes, tags, documents, messages to them alone, and
        what charges and payments say. Amounts, attendance and gradings stay as figures without a name: your accounts
        must add up, for six years by law. Direct Debits and saved cards are cancelled. You can’t undo this.
      </p>
      <Form form={form} submit="Erase for good" cancel={onClose} isInDialog>
        <TextField {...form.field('code')} label={`Member's code (${details.code}), to confirm`} required />
        {details.balance !== 0 && (
          <SwitchField {...form.field('evenSo')} label={`Erase with ${unsettled(details.balance)}`} />
        )}
      </Form>
    </Dialog>
  )
}

const unsettled = (balance: number) =>
  balance < 0 ? `${currency(-balance)} owed to you` : `${currency(balance)} of credit`

/** What cannot be taken back any more. */
const late = (payments: readonly { amount: number; chargeDate: string | null }[]) =>
  payments.map(({ amount, chargeDate }) =>
    chargeDate
      ? `${currency(amount)} is at the bank already, and is taken on ${longDate(chargeDate)}.`
      : `${currency(amount)} is at the bank already.`,
  )
