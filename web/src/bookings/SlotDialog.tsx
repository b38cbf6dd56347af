import { SlotFields, saveClassAvailability } from '@honbu/contract/bookings.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField, TimeField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { NotTold } from './CallThem.tsx'
import css from './SlotDialog.module.css'
import type { Slot } from './slot-state.ts'
import { useDayWrite } from './use-day-write.ts'

interface Props {
  classId: number
  /** What a new slot begins with is as the last of these is. */
  slots: readonly Slot[]
  /** Left out: a new one. */
  slot: Slot | undefined
  day: string | undefined
  today: string
  onClose: () => void
  onSaved: (date: string, notTold: readonly NotTold[]) => void
}

interface Stored {
  classDate: string
  startTime: string
  finishTime: string
  capacity: number
}

/** One slot: made, moved, or given other places. */
export function SlotDialog({ classId, slots, slot, day, today, onClose, onSaved }: Props) {
  const write = useDayWrite(saveClassAvailability)
  const like = slot ?? slots.at(-1)
  const form = useForm({
    schema: SlotFields,
    values: {
      classDate: slot?.classDate ?? day ?? today,
      startTime: like?.startTime ?? '18:00',
      finishTime: like?.finishTime ?? '19:00',
      capacity: like?.capacity ?? 10,
    },
    version: slot?.version,
    save: (values, version) => write.mutateAsync({ id: classId, slotId: slot?.slotId ?? null, version, ...values }),
    saved: ({ classDate, told, notTold }) => {
      if (told > 0) showToast({ message: `${told} told by e-mail.` })
      onClose()
      onSaved(classDate, notTold)
    },
    fromRecord: ({ classDate, startTime, finishTime, capacity }: Stored) => ({
      classDate,
      startTime,
      finishTime,
      capacity,
    }),
  })
  const [classDate, startTime, finishTime] = form.watch(['classDate', 'startTime', 'finishTime'])
  const isMoved =
    slot !== undefined &&
    (classDate !== slot.classDate || startTime !== slot.startTime || finishTime !== slot.finishTime)
  const people = (slot?.booked ?? 0) + (slot?.offered ?? 0) + (slot?.waiting ?? 0)
  return (
    <Dialog title={slot ? 'Edit slot' : 'Add a slot'} isOpen onClose={onClose}>
      <Form form={form} submit={slot ? 'Save slot' : 'Add slot'} cancel={onClose} isInDialog>
        <div className={css.fields}>
          <DateField {...form.field('classDate')} label="Day" today={today} required />
          <NumberField {...form.field('capacity')} label="Places" required />
          <TimeField {...form.field('startTime')} label="Start" required />
          <TimeField {...form.field('finishTime')} label="Finish" isFinish required />
        </div>
        {isMoved && people > 0 && (
          <p className={css.note}>
            {people === 1 ? 'One person has a place or waits' : `${people} people have a place or wait`}: they move
            along and are told by e-mail.
          </p>
        )}
      </Form>
    </Dialog>
  )
}
