import { date, finishTime, timeOfDay } from '@honbu/contract/calendar.ts'
import { addSession } from '@honbu/contract/sessions.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TimeField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { NextDay } from './activity.ts'
import type { ClassRecord } from './class-values.ts'
import css from './SessionDialog.module.css'
import { outcomeText } from './session-outcome.ts'
import { useAcknowledged } from './use-acknowledged.tsx'

interface Props {
  klass: Pick<ClassRecord, 'classId' | 'className' | 'today'>
  /** The times of a new session begin as the next one's. */
  next: NextDay | undefined
  onClose: () => void
}

const Fields = z.object({ classDate: date, startTime: timeOfDay, finishTime })

/** An extra session on a day on which the class doesn’t run otherwise. */
export function AddSessionDialog({ klass, next, onClose }: Props) {
  const write = useWrite(addSession)
  const { run, dialog } = useAcknowledged({
    title: 'Add this session?',
    action: 'Add session',
    isDanger: false,
    canStaySilent: true,
  })
  const form = useForm({
    schema: Fields,
    values: { classDate: '', startTime: next?.startTime ?? '18:00', finishTime: next?.finishTime ?? '19:00' },
    save: values => run(seen => write.mutateAsync({ id: klass.classId, locationId: null, ...values, ...seen })),
    saved: outcome => {
      showToast({ message: outcomeText('Session added', outcome) })
      onClose()
    },
  })
  return (
    <Dialog title={`Add a session of ${klass.className}`} isOpen onClose={onClose}>
      <Form form={form} submit="Add session" cancel={onClose} isInDialog>
        <DateField {...form.field('classDate')} label="Day" today={klass.today} required />
        <div className={css.times}>
          <TimeField {...form.field('startTime')} label="Start" required />
          <TimeField {...form.field('finishTime')} label="Finish" isFinish required />
        </div>
      </Form>
      {dialog}
    </Dialog>
  )
}
