import { date } from '@honbu/contract/calendar.ts'
import { ClosureFields, saveClosures } from '@honbu/contract/closures.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { useAcknowledged } from '../timetable/use-acknowledged.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'

/** An empty last day is the first one: most closures are one day. */
const Fields = z.pipe(
  z.pipe(
    z.object({ name: z.string(), from: date, to: z.nullable(date) }),
    z.transform(({ name, from, to }) => ({ name, from, to: to ?? from })),
  ),
  ClosureFields,
)

/** Closes a day, or all days from one to another. */
export function ClosureForm({ clubId, today }: { clubId: number; today: string }) {
  const write = useWrite(saveClosures)
  const { run, dialog } = useAcknowledged({ title: 'Close on these days?', action: 'Close', canStaySilent: true })
  const form = useForm({
    schema: Fields,
    values: { name: '', from: '', to: null as string | null },
    save: closure => run(seen => write.mutateAsync({ clubId, closures: [closure], ...seen })),
    saved: ({ days }: { days: number }) => {
      showToast({ message: days === 1 ? 'Closed on that day.' : `Closed on ${days} days.` })
      form.reset({ name: '', from: '', to: null })
    },
  })
  return (
    <>
      <Form form={form} submit="Add">
        <FormSection title="Close a day, or several">
          <TextField {...form.field('name')} label="Reason" hint="For example: Summer holidays." maxLength={200} />
          <DateField {...form.field('from')} label="From" required today={today} />
          <DateField {...form.field('to')} label="To" hint="Empty: that one day." today={today} />
        </FormSection>
      </Form>
      {dialog}
    </>
  )
}
