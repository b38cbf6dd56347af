import { weekday } from '@honbu/contract/calendar.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { BarChart } from '../ui/BarChart.tsx'
import { dayAndMonth, dayOfMonth } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import css from './AttendanceByDay.module.css'
import { NoteLink } from './Figures.tsx'
import { reportTarget } from './report-target.ts'

interface Props {
  /** Up to today. */
  days: readonly { date: string; attended: number }[]
  today: string
  clubId: number | undefined
}

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** How many came, day by day, and today beside the same weekday before. */
export function AttendanceByDay({ days, today, clubId }: Props) {
  if (days.every(day => day.attended === 0)) {
    return <EmptyState title="Nobody was marked present in these days">Open a class to take its register.</EmptyState>
  }
  const bars = days.slice(-28).map(({ date, attended }) => ({
    key: date,
    name: dayAndMonth(date),
    tick: weekday(date) === 1 ? dayOfMonth(date) : '',
    value: attended,
    isOpen: date === today,
  }))
  const same = days.filter(({ date }) => date < today && weekday(date) === weekday(today)).reverse()
  const clubIds = clubId === undefined ? undefined : [clubId]
  return (
    <>
      <BarChart caption="Attendance by day, last 28 days" nameTitle="Day" valueTitle="Attended" bars={bars} />
      <dl className={css.same}>
        <dt>{weekdays[weekday(today) - 1]} before</dt>
        {same.map(({ date, attended }) => (
          <dd key={date} title={dayAndMonth(date)}>
            <NoteLink target={reportTarget('attendance', 'attended', { from: date, until: date, clubIds })}>
              {wholeNumber(attended)}
            </NoteLink>{' '}
            <span className={css.day}>{dayOfMonth(date)}</span>
          </dd>
        ))}
      </dl>
    </>
  )
}
