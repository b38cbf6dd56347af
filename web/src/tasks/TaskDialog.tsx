import { saveTask, TaskFields } from '@honbu/contract/tasks.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import type { MemberSearch } from '../members/MemberSearch.tsx'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { peopleOf } from './people-of.ts'
import css from './TaskList.module.css'
import type { Task, TaskChoices } from './task.ts'
import { shownTasks } from './use-task-writes.ts'

interface Props {
  /** Null: a new one. */
  task: Task | null
  /** The club of the list; 0: of any club. */
  clubId: number
  choices: TaskChoices
  /** From the list, whose filters have it already: the dialog itself stays small. */
  search: typeof MemberSearch
  onClose: () => void
}

const Fields = z.extend(TaskFields, { clubId: z.int() })

/** A task by hand. What the system or a note has made keeps its words; its day, its owner and details can change. */
export function TaskDialog({ task, clubId, choices, search: Search, onClose }: Props) {
  const save = useWrite(saveTask, { invalidates: shownTasks })
  const { today } = choices
  const [about, setAbout] = useState(
    task?.memberId ? { id: task.memberId, label: task.memberName ?? '', clubName: '' } : null,
  )
  const isByHand = task === null || task.kind === 'todo'
  const form = useForm({
    schema: Fields,
    values: task ? valuesOf(task) : newTask(clubId || (choices.clubs[0]?.clubId ?? 0), choices.accountId, today),
    version: task?.version,
    hasOtherChanges: (about?.id ?? null) !== (task?.memberId ?? null),
    save: ({ clubId, ...values }, version) =>
      save.mutateAsync({ id: task?.taskId ?? 0, clubId, version, memberId: about?.id ?? null, ...values }),
    saved: onClose,
    fromRecord: (record: Task) => valuesOf(record),
  })
  const chosenClub = form.watch('clubId')
  return (
    <Dialog title={task ? task.kindName : 'New task'} isOpen isWide onClose={onClose}>
      <Form form={form} submit="Save task" cancel={onClose} isInDialog>
        <FormSection title="What is to be done">
          <TextField
            {...form.field('subject')}
            label="Task"
            required
            isWide
            disabled={!isByHand}
            autoFocus={isByHand}
            hint={isByHand ? undefined : 'The system has made this task, and closes it when its reason is gone.'}
          />
          <DateField {...form.field('dueOn')} label="Due" required today={today} />
          <SelectField {...form.field('accountId')} label="For" options={peopleOf(choices, [chosenClub])} />
          {task === null && choices.clubs.length > 1 && (
            <SelectField
              {...form.field('clubId')}
              label="Club"
              options={choices.clubs.map(({ clubId, clubName }) => ({ value: clubId, text: clubName }))}
            />
          )}
          <TextAreaField {...form.field('details')} label="Details" rows={3} />
        </FormSection>
        <FormSection title="Member" hint={about ? undefined : 'Whom it is about, if anybody.'}>
          {about ? (
            <p className={css.about}>
              <AppLink to={memberAddress(about.id)}>{about.label}</AppLink>
              {isByHand && (
                <IconButton
                  label="About nobody"
                  icon={<IconX size={18} aria-hidden="true" />}
                  onClick={() => setAbout(null)}
                />
              )}
            </p>
          ) : (
            <Search clubId={chosenClub} onSelect={({ id, label, clubName }) => setAbout({ id, label, clubName })} />
          )}
        </FormSection>
      </Form>
    </Dialog>
  )
}

const valuesOf = ({ clubId, subject, details, dueOn, accountId }: Task) => ({
  clubId,
  subject,
  details,
  dueOn,
  accountId,
})

const newTask = (clubId: number, accountId: number | null, dueOn: string) => ({
  clubId,
  subject: '',
  details: '',
  dueOn,
  accountId,
})
