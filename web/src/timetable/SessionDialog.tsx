import { date, finishTime, timeOfDay } from '@honbu/contract/calendar.ts'
import { getClassChoices } from '@honbu/contract/class-form.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { cancelSession, getSession, moveSession, restoreSession } from '@honbu/contract/sessions.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextField, TimeField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { type Choices, instructorOptions } from './class-choices.ts'
import css from './SessionDialog.module.css'
import { outcomeText } from './session-outcome.ts'
import { useAcknowledged } from './use-acknowledged.tsx'

interface Props {
  classId: number
  clubId: number
  classDate: string
  onClose: () => void
  /** The day on which the session is now, where that is another one. */
  onMoved?: (date: string) => void
}

type Session = Output<typeof getSession>

/** Moves or cancels one session of a class, or puts it back as it was. */
export function SessionDialog({ classId, clubId, classDate, onClose, onMoved }: Props) {
  const session = useRead(getSession, { id: classId, classDate })
  const choices = useRead(getClassChoices, { clubId })
  const error = session.error ?? choices.error
  const title = session.data ? `${session.data.className}, ${shortDayOfYear(classDate)}` : shortDayOfYear(classDate)
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {error && (
        <ErrorState title="This session could not be loaded." error={error} retry={() => void session.refetch()} />
      )}
      {!error && !(session.data && choices.data) && <SkeletonRows count={4} height="2.5rem" />}
      {session.data && choices.data && (
        <Change session={session.data} choices={choices.data} onClose={onClose} onMoved={onMoved} />
      )}
    </Dialog>
  )
}

interface ChangeProps {
  session: Session
  choices: Choices
  onClose: () => void
  onMoved: Props['onMoved']
}

const ways = [
  { value: 'move', text: 'Move' },
  { value: 'cancel', text: 'Cancel' },
] as const

function Change(props: ChangeProps) {
  const { session } = props
  const [way, setWay] = useState<'move' | 'cancel'>('move')
  if (!session.runs) return <Restore {...props} />
  return (
    <div className={css.change}>
      <Segmented label="Change" options={[...ways]} value={way} onChoose={setWay} />
      {way === 'move' ? <MoveForm {...props} /> : <CancelForm {...props} />}
    </div>
  )
}

const MoveFields = z.object({
  toDate: date,
  startTime: timeOfDay,
  finishTime,
  locationId: z.nullable(z.int()),
  instructorIds: z.array(z.int()),
  reason: z.string(),
})

function MoveForm({ session, choices, onClose, onMoved }: ChangeProps) {
  const { classId, classDate, isPrebooked } = session
  const write = useWrite(moveSession)
  const { run, dialog } = useAcknowledged({
    title: 'Change this session?',
    action: 'Change session',
    isDanger: false,
    canStaySilent: true,
  })
  const form = useForm({
    schema: MoveFields,
    values: {
      toDate: classDate,
      startTime: session.startTime ?? '',
      finishTime: session.finishTime ?? '',
      locationId: session.locationId,
      instructorIds: session.instructorIds,
      reason: '',
    },
    isEdit: true,
    save: values => run(seen => write.mutateAsync({ id: classId, classDate, ...values, ...seen })),
    saved: (outcome: Output<typeof moveSession>) => {
      showToast({ message: outcomeText('Session changed', outcome) })
      onClose()
      if (outcome.classDate !== classDate) onMoved?.(outcome.classDate)
    },
  })
  const rooms = choices.locations.map(({ id, name }) => ({ value: id, text: name }))
  return (
    <>
      <Form form={form} submit="Change session" cancel={onClose} isInDialog>
        {isPrebooked ? (
          <p className={css.note}>Change its day and time on the availability screen.</p>
        ) : (
          <>
            <DateField {...form.field('toDate')} label="Day" today={choices.today} required />
            <div className={css.times}>
              <TimeField {...form.field('startTime')} label="Start" required />
              <TimeField {...form.field('finishTime')} label="Finish" isFinish required />
            </div>
          </>
        )}
        <SelectField
          {...form.field('locationId')}
          label="Room"
          options={[...(session.locationId === null ? [{ value: null, text: 'No room' }] : []), ...rooms]}
        />
        <MultiSelectField
          {...form.field('instructorIds')}
          label="Instructors"
          options={instructorOptions(choices)}
          isWide
        />
        <TextField {...form.field('reason')} {...reasonField} />
      </Form>
      {dialog}
    </>
  )
}

const reasonField = { label: 'Reason (optional)', hint: 'Members read it in their message.', maxLength: 200 }

const CancelFields = z.object({ moveBookingsTo: z.nullable(z.string()), reason: z.string() })

function CancelForm({ session, onClose }: ChangeProps) {
  const { classId, classDate, booked, waiting, next } = session
  const write = useWrite(cancelSession)
  const { run, dialog } = useAcknowledged({
    title: 'Cancel this session?',
    action: 'Cancel session',
    dismiss: 'Keep session',
    canStaySilent: true,
  })
  const form = useForm({
    schema: CancelFields,
    values: { moveBookingsTo: null as string | null, reason: '' },
    save: values => run(seen => write.mutateAsync({ id: classId, classDate, ...values, ...seen })),
    saved: (outcome: Output<typeof cancelSession>) => {
      showToast({ message: outcomeText('Session cancelled', outcome) })
      onClose()
    },
  })
  return (
    <>
      <Form form={form} submit="Cancel session" isInDialog>
        {booked + waiting > 0 && (
          <SelectField
            {...form.field('moveBookingsTo')}
            label="Bookings"
            hint="Trials move to their next session either way."
            options={[
              { value: null, text: 'Cancel them' },
              ...next.map(({ classDate: day, startTime, free }) => ({
                value: day,
                text: `Move to ${shortDayOfYear(day)}, ${startTime}${free === null ? '' : ` (${free} free)`}`,
              })),
            ]}
          />
        )}
        <TextField {...form.field('reason')} {...reasonField} />
      </Form>
      {dialog}
    </>
  )
}

function Restore({ session, onClose }: ChangeProps) {
  const { classId, classDate, reason, isCancelled } = session
  const write = useWrite(restoreSession)
  const { run, dialog } = useAcknowledged({
    title: 'Put this session back on?',
    action: 'Put back on',
    isDanger: false,
    canStaySilent: true,
  })
  async function restore() {
    const result = await run(seen => write.mutateAsync({ id: classId, classDate, ...seen }))
    if (isRefusal(result))
      return void (result.fields?.acknowledged || showToast({ message: result.message, tone: 'bad' }))
    showToast({ message: outcomeText('Session back on', result) })
    onClose()
  }
  if (!isCancelled) return <p>The class doesn’t run on this day.</p>
  return (
    <>
      <p>This session is cancelled{reason && `: ${reason}`}. Bookings it had don’t come back.</p>
      <p className={css.actions}>
        <Button variant="primary" isBusy={write.isPending} onClick={() => void restore()}>
          Put back on
        </Button>
      </p>
      {dialog}
    </>
  )
}
