import { counted, wholeNumber } from '@honbu/contract/format.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { tasksAddress } from '../tasks/task-address.ts'
import css from './Dashboard.module.css'
import { DashboardFigure, FigureGroup, NoteLink } from './Figures.tsx'
import { byPhase, type Today, type TodayClass, unmarked } from './today.ts'

interface Props {
  today: Today
  now: string
  clubId: number | undefined
}

/** What is to be done today. */
export function TodayFigures({ today, now, clubId }: Props) {
  const { classes, tasks, trials } = today
  const attended = classes.reduce((sum, each) => sum + each.attended, 0)
  const expected = classes.reduce((sum, each) => sum + each.expected, 0)
  const open = openRegisters(classes, now)
  const club = clubId === undefined ? undefined : String(clubId)
  const due = (which: string) => ({ to: tasksAddress(), search: { due: which, club } })
  return (
    <FigureGroup title="Today">
      <DashboardFigure label="Classes" value={wholeNumber(classes.length)} target={{ to: '#classes' }}>
        {open > 0 ? (
          <span className={css.warn}>
            <IconAlertTriangle size={14} aria-hidden="true" />
            {counted(open, 'register')} open
          </span>
        ) : (
          comingText(classes, now)
        )}
      </DashboardFigure>
      <DashboardFigure label="Present" value={wholeNumber(attended)} target={{ to: '#classes' }}>
        of {wholeNumber(expected)} expected
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

/** Classes that are over and have somebody without a mark. */
const openRegisters = (classes: readonly TodayClass[], now: string) =>
  classes.filter(each => each.finishTime <= now && unmarked(each) > 0).length

function comingText(classes: readonly TodayClass[], now: string): string {
  const groups = byPhase(classes, now)
  const on = groups.find(group => group.phase === 'now')
  if (on) return `${on.classes.length} on now`
  const next = groups.find(group => group.phase === 'later')?.classes[0]
  if (next) return `next at ${next.startTime}`
  return classes.length > 0 ? 'all over' : 'nothing on'
}
