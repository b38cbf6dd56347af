import { addDays, date, startOfWeek } from '@honbu/contract/calendar.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isRefusal } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { shortDay } from '../ui/dates.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import css from './TaskList.module.css'
import type { Task } from './task.ts'
import { useTaskWrites } from './use-task-writes.ts'

interface Props {
  tasks: readonly Task[]
  today: string
  done: () => void
  onClose: () => void
}

const Fields = z.object({ dueOn: date })

/** Until when: one press for what is usual, or any day. */
export function PostponeDialog({ tasks, today, done, onClose }: Props) {
  const { postpone } = useTaskWrites()
  const [problem, setProblem] = useState('')
  const taskIds = tasks.map(({ taskId }) => taskId)
  const closed = () => {
    done()
    onClose()
  }
  const form = useForm({
    schema: Fields,
    values: { dueOn: addDays(today, 1) },
    save: ({ dueOn }) => postpone(taskIds, dueOn),
    saved: closed,
  })
  async function until(dueOn: string) {
    const result = await postpone(taskIds, dueOn)
    if (isRefusal(result)) setProblem(result.message)
    else closed()
  }
  const usual = [
    ['Tomorrow', addDays(today, 1)],
    ['Next Monday', addDays(startOfWeek(today), 7)],
    ['In two weeks', addDays(today, 14)],
  ] as const
  const [only] = tasks
  return (
    <Dialog
      title={tasks.length === 1 && only ? `Postpone: ${only.subject}` : `Postpone ${tasks.length} tasks`}
      isOpen
      onClose={onClose}
    >
      <div role="alert">{problem}</div>
      <div className={css.usual}>
        {usual.map(([text, day]) => (
          <Button key={text} onClick={() => void until(day)}>
            {text} <span className={css.soft}>{shortDay(day)}</span>
          </Button>
        ))}
      </div>
      <Form form={form} submit="Postpone" cancel={onClose} isInDialog>
        <DateField {...form.field('dueOn')} label="Another day" required today={today} />
      </Form>
    </Dialog>
  )
}
