import { addDays } from '@honbu/contract/calendar.ts'
import { dayOfMonth } from '../ui/dates.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './AttendanceByWeek.module.css'
import type { ActivityWeek } from './activity.ts'

/** Expected against attended, week by week: the frame is who was expected, what fills it is who came. */
export function AttendanceByWeek({ weeks }: { weeks: readonly ActivityWeek[] }) {
  const top = Math.max(1, ...weeks.map(({ expected }) => expected))
  const [expected, attended] = [sum(weeks, 'expected'), sum(weeks, 'attended')]
  if (expected === 0) return <p className={css.none}>Nobody has been expected in these weeks.</p>
  return (
    <figure className={css.chart}>
      <figcaption className={css.caption}>
        <span className={css.legend}>
          <span className={css.keyAttended} aria-hidden="true" /> Attended
        </span>
        <span className={css.legend}>
          <span className={css.keyExpected} aria-hidden="true" /> Expected
        </span>
        <span>
          <strong>{Math.round((attended / expected) * 100)}%</strong> of who was expected came
        </span>
      </figcaption>
      <div className={css.plot} aria-hidden="true">
        {weeks.map((week, index) => (
          <span key={week.from} className={css.slot} title={titleOf(week)}>
            <span className={css.value}>{week.sessions > 0 ? week.attended : ''}</span>
            <span className={css.space}>
              <span className={css.expected} style={{ height: share(week.expected, top) }}>
                <span className={css.attended} style={{ height: share(week.attended, week.expected) }} />
              </span>
            </span>
            <span className={css.tick}>{index % 4 === 3 ? dayOfMonth(week.from) : ''}</span>
          </span>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>Attendance by week</caption>
          <thead>
            <tr>
              <th scope="col">Week</th>
              <th scope="col">Sessions</th>
              <th scope="col">Expected</th>
              <th scope="col">Attended</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(week => (
              <tr key={week.from}>
                <th scope="row">{weekName(week)}</th>
                <td>{week.sessions}</td>
                <td>{week.expected}</td>
                <td>{week.attended}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

const sum = (weeks: readonly ActivityWeek[], of: 'expected' | 'attended') =>
  weeks.reduce((total, week) => total + week[of], 0)

const share = (part: number, whole: number) => `${whole === 0 ? 0 : Math.min(100, (part / whole) * 100)}%`

const weekName = ({ from }: ActivityWeek) => `${dayOfMonth(from)} to ${dayOfMonth(addDays(from, 6))}`

const titleOf = (week: ActivityWeek) =>
  week.sessions === 0
    ? `${weekName(week)}: it did not run`
    : `${weekName(week)}: ${week.attended} came of ${week.expected} expected`
