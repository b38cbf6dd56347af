import { saveBooking } from '@honbu/contract/bookings.ts'
import { date } from '@honbu/contract/calendar.ts'
import { getClassList } from '@honbu/contract/class-list.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { useOverride } from '../bookings/use-override.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { ourClubs } from './our-clubs.ts'
import type { MemberDetails } from './panel-props.ts'

const Fields = z.object({
  bookingDate: z.nullable(date).check(z.refine(value => value !== null, { error: 'Choose a date.' })),
  classId: z.nullable(z.int()).check(z.refine(value => value !== null, { error: 'Choose a class.' })),
})

/** Books one date: a prebooked class, or a trial of any class. */
export function BookClass({ details }: { details: MemberDetails }) {
  const [isOpen, setOpen] = useState(false)
  if (ourClubs(details).length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconCalendarPlus size={18} aria-hidden="true" />
        Book a class
      </Button>
      <Dialog title={`Book a class for ${details.firstName}`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <BookForm details={details} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function BookForm({ details, onDone }: { details: MemberDetails; onDone: () => void }) {
  const clubIds = ourClubs(details).map(({ clubId }) => clubId)
  const override = useOverride('Book')
  const save = useWrite(saveBooking, { onSuccess: () => showToast({ message: 'The place is booked.' }) })
  const form = useForm({
    schema: Fields,
    values: { bookingDate: details.today as string | null, classId: null as number | null },
    save: ({ bookingDate, classId }) =>
      override.run(overrideReason =>
        save.mutateAsync({
          ...{ id: details.memberId, classId: classId ?? 0, bookingDate: bookingDate ?? details.today },
          ...(overrideReason && { overrideReason }),
        }),
      ),
    saved: onDone,
  })
  const day = form.watch('bookingDate')
  const classes = useRead(getClassList, { clubIds, classDate: day ?? details.today }, { enabled: day !== null })
  return (
    <>
      <Form form={form} submit="Book" cancel={onDone} isInDialog>
        <DateField {...form.field('bookingDate')} label="Date" required today={details.today} />
        <SelectField
          {...form.field('classId')}
          label="Class"
          required
          options={[
            { value: null, text: classes.data?.length === 0 ? 'No class runs on this date' : 'Choose a class' },
            ...(classes.data ?? []).map(each => ({
              value: each.classId,
              text: `${each.startTime} ${each.className}${each.capacity === null ? '' : ` (${each.expected} of ${each.capacity})`}`,
            })),
          ]}
        />
      </Form>
      {override.dialog}
    </>
  )
}
