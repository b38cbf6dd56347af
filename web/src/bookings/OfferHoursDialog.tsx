import { saveOfferHours } from '@honbu/contract/bookings.ts'
import * as z from 'zod/mini'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useDayWrite } from './use-day-write.ts'

interface Props {
  classId: number
  offerHours: number
  onClose: () => void
}

const Fields = z.object({
  offerHours: z
    .int({ error: 'A whole number of hours' })
    .check(z.gte(1, { error: 'At least an hour' }), z.lte(168, { error: 'At most 168 hours, a week' })),
})

/** For how long a place is kept for the one on the waiting list it is offered to. */
export function OfferHoursDialog({ classId, offerHours, onClose }: Props) {
  const write = useDayWrite(saveOfferHours)
  const form = useForm({
    schema: Fields,
    values: { offerHours },
    isEdit: true,
    save: values => write.mutateAsync({ id: classId, ...values }),
    saved: onClose,
  })
  return (
    <Dialog title="Waiting list" isOpen onClose={onClose}>
      <Form form={form} submit="Save" cancel={onClose} isInDialog>
        <p>
          When a place falls free, it is offered to the first on the waiting list by e-mail. Without an answer in time
          it goes to the next.
        </p>
        <NumberField
          {...form.field('offerHours')}
          label="Hours to answer"
          hint="Never beyond the start of the class. Offers that have been made keep their time."
          required
        />
      </Form>
    </Dialog>
  )
}
