import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { IconCalendarOff } from '@tabler/icons-react'
import clsx from 'clsx'
import { Badge, type Tone } from '../ui/Badge.tsx'
import { shortDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import css from './SlotList.module.css'
import { type Slot, type SlotState, slotState, stateInWords, takenOf } from './slot-state.ts'

interface Props {
  slots: readonly Slot[]
  today: string
  day: string | undefined
  isPrebooked: boolean
  onChoose: (date: string) => void
}

const tones: Readonly<Record<SlotState, Tone>> = {
  over: 'neutral',
  closed: 'warn',
  full: 'bad',
  free: 'good',
  open: 'good',
}

/** The slots of a month, one a line. */
export function SlotList({ slots, today, day, isPrebooked, onChoose }: Props) {
  if (slots.length === 0)
    return (
      <EmptyState icon={<IconCalendarOff size={24} />} title="Nothing in this month">
        {isPrebooked ? 'Make some slots, or look at another month.' : 'The class does not run in this month.'}
      </EmptyState>
    )
  return (
    <ul className={css.list}>
      {slots.map(slot => (
        <li key={slot.classDate}>
          <button
            type="button"
            className={clsx(css.slot, slot.isOver && css.over)}
            aria-pressed={slot.classDate === day}
            onClick={() => onChoose(slot.classDate)}
          >
            <span className={css.when}>
              <span className={css.date}>{slot.classDate === today ? 'Today' : shortDay(slot.classDate)}</span>
              <span className={css.time}>{timeSpan(slot)}</span>
            </span>
            <span className={css.taken}>
              <strong>{takenOf(slot)}</strong> taken
            </span>
            <span className={css.badges}>
              <Badge tone={tones[slotState(slot)]}>{slot.closure || stateInWords(slot)}</Badge>
              {slot.offered > 0 && <Badge tone="accent">{slot.offered} offered</Badge>}
              {slot.waiting > 0 && <Badge tone="accent">{slot.waiting} waiting</Badge>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
