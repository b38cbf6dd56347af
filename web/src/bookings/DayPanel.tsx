import { getBookings } from '@honbu/contract/bookings.ts'
import type { getClass } from '@honbu/contract/classes.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { IconClipboardCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { registerAddress } from '../timetable/class-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { fullDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { BookedList } from './BookedList.tsx'
import { BookMember } from './BookMember.tsx'
import type { NotTold } from './CallThem.tsx'
import css from './DayPanel.module.css'
import { DeleteSlot } from './DeleteSlot.tsx'
import { SlotDialog } from './SlotDialog.tsx'
import { type Availability, type Slot, stateInWords, takenOf } from './slot-state.ts'
import { WaitingList } from './WaitingList.tsx'

export type ClassRecord = Output<typeof getClass>

interface Props {
  klass: ClassRecord
  availability: Availability
  slots: readonly Slot[]
  slot: Slot | undefined
  day: string | undefined
  /** After a slot was saved, moved or deleted: the day to show, and who has to be called. */
  onMoved: (date: string | undefined, notTold: readonly NotTold[]) => void
}

/** One day: its places, who has them, who waits, and what can be done about it. */
export function DayPanel({ klass, availability, slots, slot, day, onMoved }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'add' | 'delete' | null>(null)
  const { isAdmin, isPrebooked, today } = availability
  const close = () => setDialog(null)
  const closure = availability.closures.find(({ date }) => date === day)
  const canAdd = isAdmin && isPrebooked && day !== undefined && day >= today && !closure
  const noSlot = () => {
    if (closure) return `The club is closed on this day${closure.name && `: ${closure.name}`}.`
    return isPrebooked ? 'Choose a day with a slot to see who is booked.' : 'The class does not run on this day.'
  }
  const menu = [
    { text: 'Edit slot', onSelect: () => setDialog('edit') },
    { text: 'Delete slot', onSelect: () => setDialog('delete'), isDanger: true },
  ]
  return (
    <div className={css.day}>
      <Panel
        title={day === undefined ? 'No day chosen' : fullDay(day)}
        aside={
          slot && (
            <span className={css.tools}>
              <AppLink
                to={registerAddress(klass.classId, klass.classTypeId)}
                search={{ date: slot.classDate }}
                className={buttonClass('quiet')}
              >
                <IconClipboardCheck size={18} aria-hidden="true" />
                Register
              </AppLink>
              {isAdmin && slot.slotId !== null && <Menu label="More for this slot" items={menu} />}
            </span>
          )
        }
      >
        {slot ? (
          <SlotFacts slot={slot} />
        ) : (
          <EmptyState
            title={day === undefined ? 'Nothing in this month' : 'No slot on this day'}
            actions={
              canAdd && (
                <Button onClick={() => setDialog('add')}>
                  <IconPlus size={18} aria-hidden="true" />
                  Add a slot on this day
                </Button>
              )
            }
          >
            {noSlot()}
          </EmptyState>
        )}
      </Panel>
      {slot && <People klass={klass} slot={slot} />}
      {(dialog === 'edit' || dialog === 'add') && (
        <SlotDialog
          classId={klass.classId}
          slots={slots}
          slot={dialog === 'edit' ? slot : undefined}
          day={day}
          today={today}
          onClose={close}
          onSaved={onMoved}
        />
      )}
      {dialog === 'delete' && slot && (
        <DeleteSlot classId={klass.classId} slot={slot} today={today} onClose={close} onDeleted={onMoved} />
      )}
    </div>
  )
}

function SlotFacts({ slot }: { slot: Slot }) {
  return (
    <div className={css.facts}>
      <p className={css.time}>{timeSpan(slot)}</p>
      <p className={css.figure}>
        <strong>{takenOf(slot)}</strong> taken
      </p>
      <p className={css.badges}>
        <Badge tone={slot.available === 0 && !slot.isOver ? 'bad' : 'neutral'}>{stateInWords(slot)}</Badge>
        {slot.offered > 0 && <Badge tone="accent">{slot.offered} offered</Badge>}
        {slot.waiting > 0 && <Badge tone="accent">{slot.waiting} waiting</Badge>}
      </p>
      {slot.closure !== null && (
        <p className={css.closed}>The club is closed on this day{slot.closure && `: ${slot.closure}`}.</p>
      )}
    </div>
  )
}

function People({ klass, slot }: { klass: ClassRecord; slot: Slot }) {
  const { classId } = klass
  const { classDate } = slot
  const answer = useRead(getBookings, { id: classId, classDate }, { refetchInterval: 30_000 })
  const people = answer.data
  const isOpen = !slot.isOver && slot.closure === null
  if (answer.error && !people)
    return (
      <ErrorState title="The bookings could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  return (
    <>
      <Panel title="Booked" aside={people && <span className={css.count}>{people.booked.length}</span>} flush>
        {isOpen && <BookMember classId={classId} slot={slot} />}
        {people ? (
          <BookedList people={people.booked} slot={slot} waits={people.waiting.length} />
        ) : (
          <SkeletonRows count={4} height="52px" />
        )}
      </Panel>
      {people && people.waiting.length > 0 && (
        <Panel title="Waiting list" aside={<span className={css.count}>{people.waiting.length}</span>} flush>
          <WaitingList classId={classId} classDate={classDate} timeZone={people.timeZone} people={people.waiting} />
        </Panel>
      )}
    </>
  )
}
