import { actionType } from '@honbu/contract/ids.ts'
import { getNotInterestedReasons } from '@honbu/contract/settings.ts'
import { saveTrialAction } from '@honbu/contract/trials.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { TrialForm } from './trial-form.ts'

const Fields = z.object({
  reasonId: z.nullable(z.int()).check(z.refine(value => value !== null, { error: 'Choose a reason.' })),
})

/** Why somebody does not join. */
export function NotInterestedForm({ memberId, classId, classDate, clubId, onDone, onClose }: TrialForm) {
  const reasons = useRead(getNotInterestedReasons, { id: clubId })
  const save = useWrite(saveTrialAction)
  const values: z.infer<typeof Fields> = { reasonId: null }
  const form = useForm({
    schema: Fields,
    values,
    save: ({ reasonId }) =>
      save.mutateAsync({
        id: memberId,
        classId,
        classDate,
        actionTypeId: actionType.notInterested,
        reasonId,
        enrol: false,
      }),
    saved: onDone,
  })
  if (reasons.error && !reasons.data)
    return <ErrorState title="The reasons could not be loaded." error={reasons.error} />
  if (!reasons.data) return <SkeletonRows count={2} height="56px" />
  return (
    <Form form={form} submit="Save" cancel={onClose} isInDialog>
      <p>Bookings that are still to come are cancelled, and enrolments in this club end today.</p>
      <SelectField
        {...form.field('reasonId')}
        label="Reason"
        required
        options={[
          { value: null, text: 'Choose a reason' },
          ...reasons.data.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
    </Form>
  )
}
