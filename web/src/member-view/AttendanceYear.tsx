import { addDays, daysBetween, startOfWeek } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'
import type { getAttendanceYear } from '@honbu/contract/member-view.ts'
import { dayOfMonth, fullDay } from '../ui/dates.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './AttendanceYear.module.css'
import { monthsOf } from './months-of.ts'

type Year = Output<typeof getAttendanceYear>

/** A square a day, a column a week: how regularly someone comes is seen before it is read. */
export function AttendanceYear({ year }: { year: Year }) {
  const first = startOfWeek(year.from)
  const byDate = new Map(year.days.map(day => [day.date, day]))
  const length = daysBetween(first, year.until) + 1
  const dates = Array.from({ length }, (_, index) => addDays(first, index))
  return (
    <div className={css.year}>
      <dl className={css.figures}>
        <Figure value={String(year.attended)} label="classes in a year" />
        <Figure
          value={year.averagePerWeek === null ? '–' : String(year.averagePerWeek)}
          label="a week, of the last 12"
        />
        <Figure value={String(year.streakWeeks)} label={year.streakWeeks === 1 ? 'week in a row' : 'weeks in a row'} />
        <Figure value={String(year.longestStreakWeeks)} label="weeks, the longest streak" />
        <Figure value={year.lastAttended ? shortDate(year.lastAttended) : '–'} label="last attended" />
      </dl>
      <div className={css.scroll} aria-hidden="true">
        <div className={css.map} style={{ gridTemplateColumns: `2.2em repeat(${Math.ceil(length / 7)}, 13px)` }}>
          {['Mon', 'Wed', 'Fri', 'Sun'].map((day, index) => (
            <span key={day} className={css.weekday} style={{ gridRow: index * 2 + 2 }}>
              {day}
            </span>
          ))}
          {monthsOf(first, year.until).map(({ name, week }) => (
            <span key={week} className={css.month} style={{ gridColumn: `${week + 2} / span 4` }}>
              {name}
            </span>
          ))}
          {dates.map((date, index) => {
            const day = byDate.get(date)
            return (
              <span
                key={date}
                className={css.day}
                data-outside={date < year.from || undefined}
                data-attended={Math.min(day?.attended ?? 0, 3) || undefined}
                data-absent={(day?.attended === 0 && day.absent > 0) || undefined}
                style={{ gridRow: (index % 7) + 2, gridColumn: Math.floor(index / 7) + 2 }}
                title={titleOf(date, day)}
              />
            )
          })}
        </div>
      </div>
      <p className={css.legend} aria-hidden="true">
        <span className={css.day} data-attended="1" /> 1 class
        <span className={css.day} data-attended="2" /> 2
        <span className={css.day} data-attended="3" /> 3 or more
        <span className={css.day} data-absent="true" /> absent
      </p>
      <VisuallyHidden>
        <table>
          <caption>
            Attendance from {shortDate(year.from)} to {shortDate(year.until)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Attended</th>
              <th scope="col">Absent</th>
            </tr>
          </thead>
          <tbody>
            {year.days.toReversed().map(day => (
              <tr key={day.date}>
                <th scope="row">{fullDay(day.date)}</th>
                <td>{day.attended}</td>
                <td>{day.absent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  )
}

const Figure = ({ value, label }: { value: string; label: string }) => (
  <div className={css.figure}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

function titleOf(date: string, day: Year['days'][number] | undefined): string {
  if (!day) return dayOfMonth(date)
  if (day.attended === 0) return `${dayOfMonth(date)}: absent`
  return `${dayOfMonth(date)}: ${day.attended === 1 ? '1 class' : `${day.attended} classes`}`
}
