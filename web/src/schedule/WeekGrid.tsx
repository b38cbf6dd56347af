import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { dayAndMonth, dayNumber, weekdayName } from '../ui/dates.ts'
import { DayHead } from './DayHead.tsx'
import { NewClassSlot } from './NewClassSlot.tsx'
import { ScheduleBlock } from './ScheduleBlock.tsx'
import css from './WeekGrid.module.css'
import { daysFrom, hoursOf, inCell, isBusy, type Week } from './week.ts'

interface Props {
  week: Week
  /** The day that a narrow screen shows. */
  day: string
  /** The club, where the user may create classes. */
  newClassAt: number | null
}

/** Seven columns with a row for each hour in which something begins; on a narrow screen one day, chosen by its tab. */
export function WeekGrid({ week, day, newClassAt }: Props) {
  const { from, today, now, occurrences, closures } = week
  const { search } = useAddress()
  const days = daysFrom(from)
  const hours = hoursOf(occurrences)
  const look = isBusy(occurrences) ? 'dense' : 'full'
  return (
    <>
      <nav className={css.tabs} aria-label="Days">
        {days.map(date => (
          <AppLink
            key={date}
            to="."
            search={{ ...search, day: date }}
            replace
            className={clsx(css.tab, date === today && css.tabToday)}
            aria-current={date === day ? 'date' : undefined}
          >
            <span>{weekdayName(date)}</span> <strong>{dayNumber(date)}</strong>
            <span className={css.dot} data-has={occurrences.some(each => each.classDate === date)} />
          </AppLink>
        ))}
      </nav>
      <div className={css.grid}>
        {hours.map((hour, row) => (
          <span key={hour} className={css.hour} style={at(0, row + 1)} aria-hidden="true">
            <span>{hour}:00</span>
          </span>
        ))}
        {days.map((date, column) => {
          const closure = closures.find(each => each.date === date)
          const isEmpty = !occurrences.some(each => each.classDate === date)
          return (
            <section
              key={date}
              className={clsx(css.day, date === day && css.chosen)}
              aria-label={dayAndMonth(date)}
              data-today={date === today || undefined}
            >
              <div className={css.head} style={at(column + 1, 0)}>
                <DayHead date={date} isToday={date === today} closure={closure?.name} />
              </div>
              {hours.map((hour, row) => {
                const classes = inCell(occurrences, date, hour)
                return (
                  <div
                    key={hour}
                    className={css.cell}
                    style={at(column + 1, row + 1)}
                    data-empty={classes.length === 0 || undefined}
                  >
                    {classes.map(each => (
                      <ScheduleBlock
                        key={`${each.classId} ${each.startTime}`}
                        occurrence={each}
                        today={today}
                        now={now}
                        look={look}
                      />
                    ))}
                    {classes.length === 0 && newClassAt !== null && !closure && (
                      <NewClassSlot clubId={newClassAt} slot={{ day: date, start: `${hour}:00` }} />
                    )}
                  </div>
                )
              })}
              {isEmpty && <p className={css.none}>{closure ? 'The club is closed.' : 'No classes on this day.'}</p>}
            </section>
          )
        })}
      </div>
    </>
  )
}

/** The place in the grid of the week, which a narrow screen does not use. React's types do not know custom properties. */
const at = (column: number, row: number) => ({ '--column': column + 1, '--row': row + 1 }) as CSSProperties
