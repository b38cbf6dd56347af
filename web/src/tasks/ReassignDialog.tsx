import * as z from 'zod/mini'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { peopleOf } from './people-of.ts'
import type { Task, TaskChoices } from './task.ts'
import { useTaskWrites } from './use-task-writes.ts'

interface Props {
  tasks: readonly Task[]
  choices: TaskChoices
  done: () => void
  onClose: () => void
}

const Fields = z.object({ accountId: z.nullable(z.int()) })

/** Whose tasks they are from now on: somebody who works in each of their clubs, oneself, or nobody in particular. */
export function ReassignDialog({ tasks, choices, done, onClose }: Props) {
  const { reassign } = useTaskWrites()
  const [only] = tasks
  const form = useForm({
    schema: Fields,
    values: { accountId: tasks.length === 1 ? (only?.accountId ?? null) : choices.accountId },
    save: ({ accountId }) =>
      reassign(
        tasks.map(({ taskId }) => taskId),
        accountId,
      ),
    saved: () => {
      done()
      onClose()
    },
  })
  return (
    <Dialog
      title={tasks.length === 1 && only ? `Give to: ${only.subject}` : `Give ${tasks.length} tasks to`}
      isOpen
      onClose={onClose}
    >
      <Form form={form} submit="Give" cancel={onClose} isInDialog>
        <SelectField
          {...form.field('accountId')}
          label="For"
          options={peopleOf(
            choices,
            tasks.map(({ clubId }) => clubId),
          )}
        />
      </Form>
    </Dialog>
  )
}
