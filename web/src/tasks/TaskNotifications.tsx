import type { Output } from '@honbu/contract/endpoint.ts'
import { getTaskNotices, saveTaskNotices, TaskNoticeFields } from '@honbu/contract/task-notices.ts'
import { useRead, useWrite } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { tasksAddress } from './task-address.ts'

type Notices = Output<typeof getTaskNotices>

/** How one hears of one's tasks: for every user, in all of their clubs. */
export function TaskNotifications() {
  const answer = useRead(getTaskNotices, {})
  return (
    <Screen>
      <PageHeader title="Task notifications">
        How we tell you when someone gives you a task or mentions you in a note.
      </PageHeader>
      {answer.error && (
        <ErrorState title="Your choice couldn’t be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={3} height="56px" />}
      {answer.data && <NoticesForm notices={answer.data} />}
    </Screen>
  )
}

function NoticesForm({ notices }: { notices: Notices }) {
  const save = useWrite(saveTaskNotices, { invalidates: [getTaskNotices] })
  const form = useForm({
    schema: TaskNoticeFields,
    values: valuesOf(notices),
    isEdit: true,
    save: values => save.mutateAsync(values),
    saved: () => showToast({ message: 'Notifications saved' }),
    fromRecord: valuesOf,
  })
  const [timing, channel] = form.watch(['timing', 'channel'])
  const isNever = timing === 'never'
  return (
    <Form form={form} submit="Save choice" cancel={tasksAddress()}>
      <FormSection title="When and how">
        <SelectField
          {...form.field('timing')}
          label="When"
          hint={timingHints[timing]}
          options={[
            { value: 'daily', text: 'Each morning' },
            { value: 'immediately', text: 'At once' },
            { value: 'never', text: 'Never' },
          ]}
        />
        {!isNever && (
          <SelectField
            {...form.field('channel')}
            label="How"
            hint={
              channel === 'email'
                ? `To ${notices.email}, the address you log in with.`
                : 'Your club pays for each text. We send none between 21:00 and 8:00.'
            }
            options={[
              { value: 'email', text: 'Email' },
              { value: 'sms', text: 'Text message' },
            ]}
          />
        )}
        {!isNever && channel === 'sms' && (
          <TextField
            {...form.field('phone')}
            label="Your mobile number"
            type="tel"
            autoComplete="tel"
            required
            hint={notices.phone ? 'As in your own details.' : 'You have none yet. Add it here.'}
          />
        )}
        {!isNever && (
          <SwitchField
            {...form.field('hasUnassigned')}
            label="Also tasks for anyone"
            hint="Each morning, those due in the clubs you work in."
            isWide
          />
        )}
      </FormSection>
    </Form>
  )
}

const timingHints = {
  daily: 'What is overdue, due today and new, in one message. Nothing when there’s nothing.',
  immediately: 'As soon as you get a task, and each morning what is due.',
  never: 'You’ll find your tasks and mentions in My Task List.',
} as const

const valuesOf = ({ channel, timing, hasUnassigned, phone }: Notices) => ({ channel, timing, hasUnassigned, phone })
