import { toggleIssueStatus } from '@honbu/contract/membership.ts'
import { writtenLines } from '@honbu/contract/written.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { MoveProps } from './dialog-props.ts'

const Fields = z.object({ reason: writtenLines(500).check(z.minLength(1, { error: 'Say what it is' })) })

/** Something has to be settled with this member. */
export function IssueDialog({ memberId, membership, name, onClose }: MoveProps) {
  const toggle = useWrite(toggleIssueStatus, { onSuccess: () => showToast({ message: 'Marked as an issue.' }) })
  const form = useForm({
    schema: Fields,
    values: { reason: '' },
    save: ({ reason }) => toggle.mutateAsync({ id: memberId, clubMemberId: membership.clubMemberId, reason }),
    saved: onClose,
  })
  return (
    <Dialog title={`An issue with ${name}`} isOpen onClose={onClose}>
      <p>The membership goes on and stands out in every list until the issue is settled.</p>
      <Form form={form} submit="Mark an issue" cancel={onClose} isInDialog>
        <TextField {...form.field('reason')} label="What is it" required />
      </Form>
    </Dialog>
  )
}
