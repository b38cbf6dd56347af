import { date } from '@honbu/contract/calendar.ts'
import { getClassesAndEvents } from '@honbu/contract/class-view.ts'
import { addClass } from '@honbu/contract/members.ts'
import * as z from 'zod/mini'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { useOverride } from '../bookings/use-override.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { ourClubs } from './our-clubs.ts'
import type { MemberDetails } from './panel-props.ts'

const Fields = z.object({
  clubId: z.int(),
  classId: z.nullable(z.int()).check(z.refine(value => value !== null, { error: 'Choose a class.' })),
  dateAdded: z.nullable(date),
})

/** Puts a member on the register of a class for good. */
export function AddToClassForm({ details, onDone }: { details: MemberDetails; onDone: () => void }) {
  const clubs = ourClubs(details)
  const { ask, dialog } = useConfirm()
  const override = useOverride('Add')
  const save = useWrite(addClass, { onSuccess: () => showToast({ message: 'Added to the class.' }) })
  const form = useForm({
    schema: Fields,
    values: { clubId: clubs[0]?.clubId ?? 0, classId: null as number | null, dateAdded: details.today },
    save: async ({ classId, dateAdded }) => {
      const input = { id: details.memberId, classId: classId ?? 0, dateAdded, evenIfFull: false }
      const result = await override.run(overrideReason =>
        save.mutateAsync({ ...input, ...(overrideReason && { overrideReason }) }),
      )
      const full = isRefusal(result) && result.fields?.evenIfFull?.[0]
      if (!full) return result
      const anyway = await ask({ title: 'The class is full', text: full, action: 'Add all the same' })
      return anyway ? await save.mutateAsync({ ...input, evenIfFull: true }) : result
    },
    saved: onDone,
  })
  const clubId = form.watch('clubId')
  const classes = useRead(getClassesAndEvents, { clubId, IncludeExpired: false, pageSize: 500, sort: 'className-asc' })
  return (
    <>
      <Form form={form} submit="Add to the class" cancel={onDone} isInDialog>
        {clubs.length > 1 && (
          <SelectField
            {...form.field('clubId')}
            label="Club"
            options={clubs.map(club => ({ value: club.clubId, text: club.clubName }))}
          />
        )}
        <SelectField
          {...form.field('classId')}
          label="Class"
          required
          options={[
            { value: null, text: classes.data?.data.length === 0 ? 'The club has no classes' : 'Choose a class' },
            ...(classes.data?.data ?? []).map(each => ({ value: each.classId, text: each.className })),
          ]}
        />
        <DateField {...form.field('dateAdded')} label="From" today={details.today} />
      </Form>
      {dialog ?? override.dialog}
    </>
  )
}
