import type { getDashboard } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { Figure } from '../ui/Figure.tsx'
import css from './DashboardFigures.module.css'
import { byPhase, type TodayClass } from './today.ts'

interface Props {
  today: Output<typeof getDashboard>
  now: string
}

export function DashboardFigures({ today, now }: Props) {
  const { classes, newMembers, newProspects } = today
  const attended = classes.reduce((sum, each) => sum + each.attended, 0)
  const expected = classes.reduce((sum, each) => sum + each.expected, 0)
  return (
    <div className={css.figures}>
      <Figure label="Classes today" value={wholeNumber(classes.length)} note={comingText(classes, now)} to="#classes" />
      <Figure
        label="Present today"
        value={wholeNumber(attended)}
        note={`of ${wholeNumber(expected)} expected`}
        to="#classes"
      />
      <Figure label="New members" value={wholeNumber(newMembers.total)} note="since Monday" to="#new-members" />
      <Figure label="New prospects" value={wholeNumber(newProspects.total)} note="since Monday" to="#new-prospects" />
    </div>
  )
}

function comingText(classes: readonly TodayClass[], now: string): string {
  const groups = byPhase(classes, now)
  const on = groups.find(group => group.phase === 'now')
  if (on) return `${on.classes.length} on now`
  const next = groups.find(group => group.phase === 'later')?.classes[0]
  if (next) return `next at ${next.startTime}`
  return classes.length > 0 ? 'all over' : 'nothing on'
}
