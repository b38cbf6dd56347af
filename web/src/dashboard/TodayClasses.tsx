import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { FirstRows } from './FirstRows.tsx'
import css from './TodayClasses.module.css'
import { TodayClassRow } from './TodayClassRow.tsx'
import { byPhase, type Phase, type TodayClass, unmarked } from './today.ts'

interface Props {
  classes: readonly TodayClass[]
  now: string
  /** Of several clubs: say which. */
  hasClub: boolean
}

/** Today's classes, what is on or comes next first. */
export function TodayClasses({ classes, now, hasClub }: Props) {
  const groups = groupsOf(classes, now)
  return (
    <Panel id="classes" title="Today’s classes" flush>
      {classes.length === 0 && <NoClasses />}
      {groups.map(({ phase, title, isFolded, classes: group }) => (
        <details key={title} open={!isFolded}>
          <summary className={css.phase}>
            <h3>{title}</h3>
            <span className={css.count}>{group.length}</span>
            {phase === 'earlier' && <OpenRegisters classes={group} />}
          </summary>
          <FirstRows rows={group} most={10}>
            {entry => (
              <li key={entry.classId}>
                <TodayClassRow entry={entry} phase={phase} hasClub={hasClub} />
              </li>
            )}
          </FirstRows>
        </details>
      ))}
    </Panel>
  )
}

/** More classes than this are too many to look through for what is on. */
const foldFrom = 10

/** By phase. Where there are many, what is over is folded away, but for the registers that are not complete. */
function groupsOf(classes: readonly TodayClass[], now: string) {
  return byPhase(classes, now).flatMap(({ phase, classes: group }) => {
    const whole = { phase, title: titles[phase], isFolded: false, classes: group }
    if (phase !== 'earlier' || classes.length <= foldFrom) return [whole]
    const open = group.filter(each => unmarked(each) > 0)
    const rest = group.filter(each => unmarked(each) === 0)
    return [
      { ...whole, title: 'Over, and not complete', classes: open },
      { ...whole, isFolded: true, classes: rest },
    ].filter(each => each.classes.length > 0)
  })
}

function OpenRegisters({ classes }: { classes: readonly TodayClass[] }) {
  const open = classes.filter(each => unmarked(each) > 0).length
  if (open === 0) return null
  return (
    <span className={css.open}>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {open === 1 ? '1 register not complete' : `${open} registers not complete`}
    </span>
  )
}

const titles: Readonly<Record<Phase, string>> = { now: 'On now', later: 'Later today', earlier: 'Earlier today' }

function NoClasses() {
  return (
    <EmptyState
      icon={<IconCalendarEvent size={24} />}
      title="No classes today"
      actions={
        <AppLink to="/member/search" className={buttonClass('secondary')}>
          All members
        </AppLink>
      }
    >
      Choose a club on the left to see its week.
    </EmptyState>
  )
}
