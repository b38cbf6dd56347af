import { deleteClassAvailability, getClassAvailabilities } from '@honbu/contract/bookings.ts'
import { addDays } from '@honbu/contract/calendar.ts'
import * as z from 'zod/mini'
import { useRead } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { shortDayOfYear } from '../ui/dates.ts'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { NotTold } from './CallThem.tsx'
import { type Slot, stateInWords } from './slot-state.ts'
import { useDayWrite } from './use-day-write.ts'

interface Props {
  classId: number
  slot: Slot
  today: string
  onClose: () => void
  onDeleted: (date: string | undefined, notTold: readonly NotTold[]) => void
}

const Fields = z.object({ moveToSlotId: z.nullable(z.int()) })

/** How far ahead another slot is looked for. */
const daysAhead = 120

/** Deletes a slot; where people have places in it, it asks to which other slot they move. */
export function DeleteSlot({ classId, slot, today, onClose, onDeleted }: Props) {
  const write = useDayWrite(deleteClassAvailability)
  const ahead = useRead(getClassAvailabilities, { id: classId, dateFrom: today, dateTo: addDays(today, daysAhead) })
  const targets = ahead.data?.slots.filter(each => each.slotId !== slot.slotId && !each.hasBegun && !each.closure) ?? []
  const needsTarget = slot.booked > 0
  const first = targets.find(({ available }) => (available ?? 0) >= slot.booked)
  const form = useForm({
    schema: Fields,
    values: { moveToSlotId: null as number | null },
    save: ({ moveToSlotId }) => write.mutateAsync({ id: slot.slotId ?? 0, moveToSlotId }),
    saved: ({ moved, told, notTold }, { moveToSlotId }) => {
      const parts = [moved > 0 && `${moved} moved`, told > 0 && `${told} told by e-mail`].filter(Boolean).join(', ')
      showToast({ message: `The slot is deleted${parts && `: ${parts}`}.` })
      onClose()
      onDeleted(targets.find(({ slotId }) => slotId === moveToSlotId)?.classDate, notTold)
    },
  })
  const people = slot.booked === 1 ? 'One place is' : `${slot.booked} places are`
  return (
    <Dialog title={`Delete the slot of ${shortDayOfYear(slot.classDate)}?`} isOpen onClose={onClose}>
      <Form form={form} submit={needsTarget ? 'Move bookings and delete' : 'Delete slot'} cancel={onClose} isInDialog>
        {needsTarget ? (
          <>
            <p>
              {people} booked. Choose the slot to which they move; the members are told by e-mail. All of them have to
              find a place there.
            </p>
            <SelectField
              {...form.field('moveToSlotId')}
              label="Move to"
              hint={first ? undefined : 'No slot ahead has room for all of them: make one, or give one more places.'}
              options={[
                { value: null, text: 'Choose a slot' },
                ...targets.map(each => ({
                  value: each.slotId,
                  text: `${shortDayOfYear(each.classDate)}, ${each.startTime} (${stateInWords(each)})`,
                })),
              ]}
            />
          </>
        ) : (
          <p>
            Nobody is booked.
            {slot.waiting + slot.offered > 0 && ' Who is on the waiting list is told by e-mail.'}
          </p>
        )}
      </Form>
    </Dialog>
  )
}
