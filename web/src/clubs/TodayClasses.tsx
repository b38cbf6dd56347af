import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Select } from '../ui/Select.tsx'
import css from './TodayClasses.module.css'
import { TodayClassRow } from './TodayClassRow.tsx'
import { byPhase, clubsOf, type Phase, type TodayClass, unmarked } from './today.ts'

interface Props {
  classes: readonly TodayClass[]
  now: string
}

/** Today's classes, what is on or comes next first; of one club, where the user has several and chooses one. */
export function TodayClasses({ classes, now }: Props) {
  const { search, setSearch } = useAddress()
  const clubs = clubsOf(classes)
  const chosen = clubs.find(club => String(club.id) === search.club)
  const shown = chosen ? classes.filter(each => each.clubId === chosen.id) : classes
  const options = [
    { value: '', text: 'All clubs' },
    ...clubs.map(club => ({ value: String(club.id), text: club.name })),
  ]
  const groups = byPhase(shown, now)
  const filter = clubs.length > 1 && (
    <Select
      label="Club"
      options={options}
      value={chosen ? String(chosen.id) : ''}
      onChoose={club => setSearch({ club: club || undefined })}
    />
  )
  return (
    <Panel id="classes" title="Today’s classes" aside={filter} flush>
      {shown.length === 0 && <NoClasses />}
      {groups.map(({ phase, classes: group }) => (
        // What is over is folded away where there is much, but for its open registers, which are counted.
        <details key={phase} open={phase !== 'earlier' || groups.length === 1 || shown.length <= foldFrom}>
          <summary className={css.phase}>
            <h3>{titles[phase]}</h3>
            <span className={css.count}>{group.length}</span>
            {phase === 'earlier' && <OpenRegisters classes={group} />}
          </summary>
          <ul className={css.list}>
            {group.map(entry => (
              <li key={entry.classId}>
                <TodayClassRow entry={entry} phase={phase} hasClub={clubs.length > 1 && !chosen} />
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
