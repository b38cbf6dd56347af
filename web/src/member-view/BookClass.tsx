import { saveBooking } from '@honbu/contract/bookings.ts'
import { date } from '@honbu/contract/calendar.ts'
import type { getClassList } from '@honbu/contract/class-list.ts'
import { getDisciplines } from '@honbu/contract/disciplines.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { PlacesLeft } from '../bookings/PlacesLeft.tsx'
import { useOverride } from '../bookings/use-override.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { ourClubs } from './our-clubs.ts'
import type { MemberDetails } from './panel-props.ts'
import { useClassesOn } from './use-classes-on.ts'

type ClassListEntry = Output<typeof getClassList>[number]

const Fields = z.object({
  clubId: z.int(),
  disciplineId: z.nullable(z.int()),
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
  const clubs = ourClubs(details)
  const override = useOverride('Book')
  const save = useWrite(saveBooking, { onSuccess: () => showToast({ message: 'The place is booked.' }) })
  const form = useForm({
    schema: Fields,
    values: {
      clubId: clubs[0]?.clubId ?? 0,
      disciplineId: null as number | null,
      bookingDate: details.today as string | null,
      classId: null as number | null,
    },
    save: ({ bookingDate, classId }) =>
      override.run(overrideReason =>
        save.mutateAsync({
          ...{ id: details.memberId, classId: classId ?? 0, bookingDate: bookingDate ?? details.today },
          ...(overrideReason && { overrideReason }),
        }),
      ),
    saved: onDone,
  })
  const [clubId, disciplineId, day, classId] = form.watch(['clubId', 'disciplineId', 'bookingDate', 'classId'])
  const disciplines = useRead(getDisciplines, { clubId }).data ?? []
  const classes = useClassesOn({ clubId, disciplineId, day })
  const chosen = classes.data?.find(each => each.classId === classId)
  // Another list of classes: one that was chosen before may not be on it.
  const forgetClass = () => form.setValue('classId', null)
  return (
    <>
      <Form form={form} submit="Book" cancel={onDone} isInDialog>
        {clubs.length > 1 && (
          <SelectField
            {...form.field('clubId')}
            label="Club"
            options={clubs.map(each => ({ value: each.clubId, text: each.clubName }))}
            onChosen={() => {
              form.setValue('disciplineId', null)
              forgetClass()
            }}
          />
        )}
        {disciplines.length > 1 && (
          <SelectField
            {...form.field('disciplineId')}
            label="Discipline"
            options={[
              { value: null, text: 'All disciplines' },
              ...disciplines.map(each => ({ value: each.disciplineId, text: each.name })),
            ]}
            onChosen={forgetClass}
          />
        )}
        <DateField {...form.field('bookingDate')} label="Date" required today={details.today} />
        {classes.error && !classes.data && (
          <ErrorState
            title="We couldn’t load the classes."
            error={classes.error}
            retry={() => void classes.refetch()}
          />
        )}
        <SelectField
          {...form.field('classId')}
          label="Class"
          required
          hint={
            day !== null &&
            chosen?.classTypeId === classType.prebooked && <PlacesLeft classId={chosen.classId} classDate={day} />
          }
          options={[
            { value: null, text: classes.data?.length === 0 ? 'No class runs on this date' : 'Choose a class' },
            ...(classes.data ?? []).map(each => ({
              value: each.classId,
              text: `${each.startTime} ${each.className}${placesOf(each)}`,
            })),
          ]}
        />
      </Form>
      {override.dialog}
    </>
  )
}

/** Of a prebooked class the places are shown once it’s chosen. */
const placesOf = ({ classTypeId, capacity, expected }: ClassListEntry) =>
  capacity === null || classTypeId === classType.prebooked ? '' : ` (${expected} of ${capacity})`
