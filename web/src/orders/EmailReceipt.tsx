import { emailOrderReceipt, ReceiptFields } from '@honbu/contract/orders.ts'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'

interface Props {
  memberId: number
  orderId: number
  recipients: readonly { readonly name: string; readonly email: string }[]
  onClose: () => void
}

/** Sends the receipt with its PDF to the member, a guardian, or any other address. */
export function EmailReceipt({ memberId, orderId, recipients, onClose }: Props) {
  const send = useWrite(emailOrderReceipt)
  const form = useForm({
    schema: ReceiptFields,
    values: { receiptTo: recipients[0]?.email ?? '' },
    save: values => send.mutateAsync({ id: memberId, orderId, ...values }),
    saved: (_, { receiptTo }) => {
      showToast({ message: `The receipt is on its way to ${receiptTo}.` })
      onClose()
    },
  })
  return (
    <Dialog title="E-mail the receipt" isOpen onClose={onClose}>
      <Form form={form} submit="Send" cancel={onClose} isInDialog>
        <TextField
          {...form.field('receiptTo')}
          label="To"
          type="email"
          required
          autoFocus
          hint={
            recipients.length > 1
              ? `Known: ${recipients.map(({ name, email }) => `${name}, ${email}`).join('; ')}`
              : undefined
          }
        />
      </Form>
    </Dialog>
  )
}
