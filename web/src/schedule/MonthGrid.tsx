import clsx from 'clsx'
import { registerAddress } from '../timetable/class-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { dayAndMonth, dayNumber, weekdayName } from '../ui/dates.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './MonthGrid.module.css'
import { daysBetween, type Occurrence, ofDay, type Week } from './week.ts'

/** Classes that a day of a month has room for. */
const most = 3

/** A month as whole weeks, a cell a day; on a narrow screen the days with their number of classes. */
export function MonthGrid({ schedule, day }: { schedule: Week; day: string }) {
  const { from, to, occurrences, closures, today } = schedule
  const days = daysBetween(from, to)
  return (
    <div className={css.month}>
      {days.slice(0, 7).map(date => (
        <span key={date} className={css.weekday} aria-hidden="true">
          {weekdayName(date)}
        </span>
      ))}
      {days.map(date => (
        <Day
          key={date}
          date={date}
          isToday={date === today}
          isOther={date.slice(0, 7) !== day.slice(0, 7)}
          closure={closures.find(each => each.date === date)?.name}
          occurrences={ofDay(occurrences, date)}
        />
      ))}
    </div>
  )
}

interface DayProps {
  date: string
  isToday: boolean
  /** Of the month before or after. */
  isOther: boolean
  closure: string | undefined
  occurrences: readonly Occurrence[]
}

function Day({ date, isToday, isOther, closure, occurrences }: DayProps) {
  const { search } = useAddress()
  const toDay = { ...search, view: 'day', day: date }
  const count = `${occurrences.length} ${occurrences.length === 1 ? 'class' : 'classes'}`
  const words = [dayAndMonth(date), isToday && 'today', closure !== undefined && 'closed', count].filter(Boolean)
  return (
    <section className={clsx(css.day, isOther && css.other)} data-today={isToday || undefined}>
      <AppLink to="." search={toDay} className={css.number}>
        <VisuallyHidden>{words.join(', ')}</VisuallyHidden>
        <span aria-hidden="true">{dayNumber(date)}</span>
        {occurrences.length > 0 && (
          <span className={css.count} aria-hidden="true">
            {occurrences.length}
          </span>
        )}
      </AppLink>
      {closure !== undefined && <p className={css.closure}>Closed{closure && `: ${closure}`}</p>}
      <ul className={css.classes}>
        {occurrences.slice(0, most).map(({ classId, classTypeId, className, startTime, colour }) => (
          <li key={`${classId} ${startTime}`}>
            <AppLink
              to={registerAddress(classId, classTypeId)}
              search={{ date }}
              className={css.class}
              title={className}
            >
              <span className={css.bar} style={{ background: colour }} aria-hidden="true" />
              <span className={css.time}>{startTime}</span> {className}
            </AppLink>
          </li>
        ))}
        {occurrences.length > most && (
          <li>
            <AppLink to="." search={toDay} className={css.more}>
              +{occurrences.length - most} more
            </AppLink>
          </li>
        )}
      </ul>
    </section>
  )
}
