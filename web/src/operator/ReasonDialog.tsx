import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Refusal } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'

const Reason = z.object({ reason: z.string().check(z.trim(), z.minLength(1, 'Give a reason.'), z.maxLength(500)) })

interface Props {
  title: string
  children: ReactNode
  /** On the button: 'Drop job'. */
  action: string
  /** Who reads the reason, where that’s not the operators alone. */
  hint?: string
  save: (reason: string) => Promise<object | Refusal>
  saved: () => void
  onClose: () => void
}

/** Asks why, before something that can't be undone or that someone will ask about. */
export function ReasonDialog({
  title,
  children,
  action,
  hint = 'Every operator can read it.',
  save,
  saved,
  onClose,
}: Props) {
  const form = useForm({
    schema: Reason,
    values: { reason: '' },
    save: ({ reason }) => save(reason),
    saved: () => {
      saved()
      onClose()
    },
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form form={form} submit={action} cancel={onClose} isInDialog>
        <div>{children}</div>
        <TextField {...form.field('reason')} label="Reason" required hint={hint} />
      </Form>
    </Dialog>
  )
}
