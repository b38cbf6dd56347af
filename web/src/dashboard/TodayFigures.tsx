import { counted, wholeNumber } from '@honbu/contract/format.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { tasksAddress } from '../tasks/task-address.ts'
import css from './Dashboard.module.css'
import { DashboardFigure, FigureGroup, NoteLink } from './Figures.tsx'
import { courseOf, sumOfToday, type Today } from './today.ts'

interface Props {
  today: Today
  now: string
  clubId: number | undefined
}

/** What is to be done today. */
export function TodayFigures({ today, now, clubId }: Props) {
  const { tasks, trials } = today
  const sum = sumOfToday(today, now)
  const club = clubId === undefined ? undefined : String(clubId)
  const due = (which: string) => ({ to: tasksAddress(), search: { due: which, club } })
  return (
    <FigureGroup title="Today">
      <DashboardFigure label="Classes" value={wholeNumber(sum.classes)} target={{ to: '#classes' }}>
        {sum.openRegisters > 0 ? (
          <span className={css.warn}>
            <IconAlertTriangle size={14} aria-hidden="true" />
            {counted(sum.openRegisters, 'register')} open
          </span>
        ) : (
          courseOf(sum)
        )}
      </DashboardFigure>
      <DashboardFigure label="Present" value={wholeNumber(sum.attended)} target={{ to: '#classes' }}>
        of {wholeNumber(sum.expected)} expected
      </DashboardFigure>
      <DashboardFigure label="Tasks due" value={wholeNumber(tasks.due)} target={due('today')}>
        {tasks.overdue > 0 ? (
          <NoteLink target={due('overdue')}>{wholeNumber(tasks.overdue)} overdue</NoteLink>
        ) : (
          'none overdue'
        )}
      </DashboardFigure>
      <DashboardFigure label="Trials booked" value={wholeNumber(trials.total)} target={{ to: '#trials' }}>
        in 7 days
      </DashboardFigure>
    </FigureGroup>
  )
}
