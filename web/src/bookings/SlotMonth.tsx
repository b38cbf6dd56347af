import { time } from '@honbu/contract/time-of-day.ts'
import clsx from 'clsx'
import { dayNumber, monthName, weekdayName } from '../ui/dates.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './SlotMonth.module.css'
import { type Availability, type Slot, slotState, stateInWords, takenOf } from './slot-state.ts'

interface Props {
  weeks: readonly (readonly string[])[]
  month: string
  today: string
  slots: readonly Slot[]
  closures: Availability['closures']
  day: string | undefined
  onChoose: (date: string) => void
}

/** A month at a glance: each day with its slot, how full it is and who waits. */
export function SlotMonth({ weeks, month, today, slots, closures, day, onChoose }: Props) {
  const byDate = new Map(slots.map(slot => [slot.classDate, slot]))
  const closed = new Map(closures.map(({ date, name }) => [date, name || 'Closed']))
  return (
    <table className={css.month}>
      <thead>
        <tr>
          {weeks[0]?.map(date => (
            <th key={date} scope="col" className={css.weekday}>
              {weekdayName(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(date => (
              <td key={date} className={clsx(css.day, !date.startsWith(month) && css.outside)}>
                <Day
                  date={date}
                  isToday={date === today}
                  isChosen={date === day}
                  slot={byDate.get(date)}
                  closure={closed.get(date)}
                  onChoose={onChoose}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayProps {
  date: string
  isToday: boolean
  isChosen: boolean
  slot: Slot | undefined
  closure: string | undefined
  onChoose: (date: string) => void
}

function Day({ date, isToday, isChosen, slot, closure, onChoose }: DayProps) {
  return (
    <button
      type="button"
      className={clsx(css.button, slot && css[slotState(slot)])}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      // Of days without a slot there are many, and nothing to do on most: the arrows of a screen reader find them.
      tabIndex={slot || isChosen || isToday ? 0 : -1}
      onClick={() => onChoose(date)}
    >
      <span className={css.number}>
        <VisuallyHidden>{weekdayName(date)} </VisuallyHidden>
        {dayNumber(date)}
        <VisuallyHidden> {monthName(date)}</VisuallyHidden>
        {isToday && <span className={css.today}> today</span>}
      </span>
      {closure !== undefined && <span className={css.closure}>{closure}</span>}
      {slot ? <SlotInDay slot={slot} /> : <VisuallyHidden>no slot</VisuallyHidden>}
    </button>
  )
}

function SlotInDay({ slot }: { slot: Slot }) {
  const { startTime, finishTime, offered, waiting } = slot
  const line = [offered > 0 && `${offered} offered`, waiting > 0 && `${waiting} waiting`].filter(Boolean).join(', ')
  return (
    <span className={css.slot}>
      <span className={css.time}>
        {startTime}
        <span className={css.finish}>–{time(finishTime)}</span>
      </span>
      <span className={css.taken}>
        {takenOf(slot)}
        <VisuallyHidden> taken</VisuallyHidden>
      </span>
      <span className={css.state}>{stateInWords(slot)}</span>
      {line && <span className={css.waiting}>{line}</span>}
    </span>
  )
}
