import { date } from '@honbu/contract/calendar.ts'
import { getJoiningChoices } from '@honbu/contract/joining.ts'
import { reopenMembership } from '@honbu/contract/membership.ts'
import { writtenLines } from '@honbu/contract/written.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import type { MoveProps } from './dialog-props.ts'

const Fields = z.object({
  trialStart: z.nullable(date),
  trialPlanId: z.nullable(z.int()),
  reason: writtenLines(500),
})

export const TrialDialog = (props: MoveProps) => (
  <ReopenDialog {...props} as="trial" title={`Start a trial for ${props.name}`} submit="Start trial" />
)

export const EnquiryDialog = (props: MoveProps) => (
  <ReopenDialog {...props} as="enquiry" title={`Reopen ${props.name}’s enquiry`} submit="Reopen enquiry" />
)

interface Props extends MoveProps {
  as: 'enquiry' | 'trial'
  title: string
  submit: string
}

/** Whoever left or didn't join is back. */
function ReopenDialog({ memberId, membership, as, title, submit, onClose }: Props) {
  const { clubMemberId, clubId, today } = membership
  const isTrial = as === 'trial'
  const choices = useRead(getJoiningChoices, { id: clubId }, { enabled: isTrial })
  const reopen = useWrite(reopenMembership)
  const form = useForm({
    schema: Fields,
    values: { trialStart: isTrial ? today : null, trialPlanId: null as number | null, reason: '' },
    save: values => reopen.mutateAsync({ id: memberId, clubMemberId, as, ...values }),
    saved: onClose,
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form form={form} submit={submit} cancel={onClose} isInDialog>
        {isTrial && (
          <>
            <DateField {...form.field('trialStart')} label="Trial from" required today={today} />
            <SelectField
              {...form.field('trialPlanId')}
              label="Trial of (optional)"
              hint="The plan says how long a trial is, and what it costs."
              options={[
                { value: null, text: 'No plan yet' },
                ...(choices.data?.plans ?? []).map(({ trainingPlanId, name }) => ({
                  value: trainingPlanId,
                  text: name,
                })),
              ]}
            />
          </>
        )}
        <TextField {...form.field('reason')} label="Reason (optional)" hint="We’ll keep it in their history." />
      </Form>
    </Dialog>
  )
}
