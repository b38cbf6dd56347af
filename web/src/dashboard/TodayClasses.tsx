import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Panel.tsx'
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
  const groups = byPhase(classes, now)
  return (
    <Panel id="classes" title="Today’s classes" flush>
      {classes.length === 0 && <NoClasses />}
      {groups.map(({ phase, classes: group }) => (
        // What is over is folded away where there is much, but for its open registers, which are counted.
        <details key={phase} open={phase !== 'earlier' || groups.length === 1 || classes.length <= foldFrom}>
          <summary className={css.phase}>
            <h3>{titles[phase]}</h3>
            <span className={css.count}>{group.length}</span>
            {phase === 'earlier' && <OpenRegisters classes={group} />}
          </summary>
          <ul className={css.list}>
            {group.map(entry => (
              <li key={entry.classId}>
                <TodayClassRow entry={entry} phase={phase} hasClub={hasClub} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Panel>
  )
}

/** More classes than this are too many to look through for what is on. */
const foldFrom = 10

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
