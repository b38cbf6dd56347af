import { addDays, date } from '@honbu/contract/calendar.ts'
import { getClassList } from '@honbu/contract/class-list.ts'
import { getClassDates } from '@honbu/contract/classes.ts'
import { actionType } from '@honbu/contract/ids.ts'
import { saveTrialAction } from '@honbu/contract/trials.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { useOverride } from '../bookings/use-override.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import type { TrialForm } from './trial-form.ts'

const aDate = z.nullable(date).check(z.refine(value => value !== null, { error: 'Choose a date.' }))
const Fields = z.object({ bookingDate: aDate, bookingClassId: z.nullable(z.int()) })
const FieldsOfOther = z.object({
  bookingDate: aDate,
  bookingClassId: z.nullable(z.int()).check(z.refine(value => value !== null, { error: 'Choose a class.' })),
})

/** Days ahead in which a date of the same class is offered. */
const offered = 120

interface Props extends TrialForm {
  /** Another class, of those that run on the date; otherwise another date of this class. */
  isOther: boolean
}

export function RebookForm({ memberId, classId, classDate, clubId, today, isOther, onDone, onClose }: Props) {
  const from = classDate < today ? today : addDays(classDate, 1)
  const save = useWrite(saveTrialAction)
  const override = useOverride('Book')
  const values: z.infer<typeof Fields> = { bookingDate: isOther ? from : null, bookingClassId: null }
  const form = useForm({
    schema: isOther ? FieldsOfOther : Fields,
    values,
    save: values =>
      override.run(overrideReason =>
        save.mutateAsync({
          ...(overrideReason && { overrideReason }),
          id: memberId,
          classId,
          classDate,
          actionTypeId: isOther ? actionType.rebookDifferent : actionType.rebookFuture,
          enrol: false,
          ...values,
        }),
      ),
    saved: onDone,
  })
  const day = form.watch('bookingDate')
  const dates = useRead(getClassDates, { id: classId, from, to: addDays(from, offered) }, { enabled: !isOther })
  const classes = useRead(
    getClassList,
    { clubIds: [clubId], classDate: day ?? from },
    { enabled: isOther && day !== null },
  )
  return (
    <>
      <Form form={form} submit="Book" cancel={onClose} isInDialog>
        {isOther ? (
          <>
            <DateField {...form.field('bookingDate')} label="Date" required today={today} />
            <SelectField
              {...form.field('bookingClassId')}
              label="Class"
              required
              options={[
                { value: null, text: classText(classes.data?.length) },
                ...(classes.data ?? [])
                  .filter(each => each.classId !== classId || day !== classDate)
                  .map(each => ({
                    value: each.classId,
                    text: `${each.startTime} ${each.className}${places(each)}`,
                  })),
              ]}
            />
          </>
        ) : (
          <SelectField
            {...form.field('bookingDate')}
            label="Date"
            required
            options={[
              { value: null, text: dates.data?.dates.length === 0 ? 'There are no further sessions' : 'Choose a date' },
              ...(dates.data?.dates ?? []).map(each => ({
                value: each.date,
                text: `${shortDayOfYear(each.date)}, ${each.startTime}`,
              })),
            ]}
          />
        )}
      </Form>
      {override.dialog}
    </>
  )
}

const classText = (found: number | undefined) => (found === 0 ? 'No class runs on this date' : 'Choose a class')

const places = ({ capacity, expected }: { capacity: number | null; expected: number }) =>
  capacity === null ? '' : ` (${expected} of ${capacity})`
