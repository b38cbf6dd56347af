import { notInterested } from '@honbu/contract/membership.ts'
import { getNotInterestedReasons } from '@honbu/contract/settings.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { MoveProps } from './dialog-props.ts'
import type { Membership } from './membership.ts'

const Fields = z.object({
  reasonId: z.nullable(z.int()).check(z.refine(value => value !== null, { error: 'Choose a reason.' })),
})

interface Props extends Omit<MoveProps, 'membership'> {
  membership: Pick<Membership, 'clubId' | 'clubMemberId'>
}

/** Somebody who has asked, or tried, does not join. */
export function NotInterestedDialog({ memberId, membership, name, onClose }: Props) {
  const reasons = useRead(getNotInterestedReasons, { id: membership.clubId })
  const move = useWrite(notInterested, { onSuccess: () => showToast({ message: 'Noted, with the reason.' }) })
  const form = useForm({
    schema: Fields,
    values: { reasonId: null as number | null },
    save: ({ reasonId }) =>
      move.mutateAsync({ id: memberId, clubMemberId: membership.clubMemberId, reasonId: reasonId ?? 0 }),
    saved: onClose,
  })
  return (
    <Dialog title={`${name} does not join`} isOpen onClose={onClose}>
      <p>Bookings that are to come are cancelled.</p>
      <Form form={form} submit="Save" cancel={onClose} isInDialog>
        <SelectField
          {...form.field('reasonId')}
          label="Why"
          required
          options={[
            { value: null, text: 'Choose a reason' },
            ...(reasons.data ?? []).map(({ id, name: text }) => ({ value: id, text })),
          ]}
        />
      </Form>
    </Dialog>
  )
}
