import { currency } from '@honbu/contract/format.ts'
import { ReturnFields, returnOrderLine } from '@honbu/contract/orders.ts'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import css from './Orders.module.css'
import type { OrderLine } from './ReceiptLine.tsx'

interface Props {
  memberId: number
  line: OrderLine
  onClose: () => void
}

/** Takes a line back: why, and whether what was paid is given back or kept as credit. */
export function ReturnLine({ memberId, line, onClose }: Props) {
  const takeBack = useWrite(returnOrderLine)
  const left = line.quantity - line.returnedQuantity
  const isPaid = line.price - line.returnedAmount > line.outstanding
  const form = useForm({
    schema: ReturnFields,
    values: { quantity: left, reason: '', giveBack: isPaid },
    save: values => takeBack.mutateAsync({ id: memberId, orderLineId: line.orderLineId, ...values }),
    saved: ({ givenBack }) => {
      showToast({
        message: givenBack > 0 ? `Taken back. Give back ${currency(givenBack)}.` : `${line.label} is taken back.`,
      })
      onClose()
    },
  })
  return (
    <Dialog title={`Take back ${line.label}?`} isOpen onClose={onClose}>
      <p className={css.note}>
        The charge is reversed by an entry of its own.
        {line.productId !== null && ' What was handed over counts as stock again.'}
        {line.eventId !== null && ' A place that is still to come is given up.'}
      </p>
      <Form form={form} submit="Take back" cancel={onClose} isInDialog>
        {left > 1 && (
          <NumberField
            {...form.field('quantity')}
            label="How many"
            hint={`Of ${left}. Each takes its share of the price; what is still owed of it goes first.`}
            required
          />
        )}
        <TextField {...form.field('reason')} label="Why" required autoFocus />
        {isPaid && (
          <SwitchField
            {...form.field('giveBack')}
            label="Give the money back"
            hint="Off: what was paid stays as credit, and pays for what comes next."
          />
        )}
      </Form>
    </Dialog>
  )
}
