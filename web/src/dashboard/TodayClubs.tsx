import { counted, wholeNumber } from '@honbu/contract/format.ts'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import clsx from 'clsx'
import { useState } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Progress } from '../ui/Progress.tsx'
import css from './PeopleList.module.css'
import list from './TodayClasses.module.css'
import row from './TodayClassRow.module.css'
import { clubsInOrder, courseOf, registerSize, type TodayClub } from './today.ts'

/** Clubs that are shown at first. */
const mostAtOnce = 20

/** Today's classes where they are too many to look through: how each club stands, those with something to do first. */
export function TodayClubs({ clubs }: { clubs: readonly TodayClub[] }) {
  const [isWhole, setWhole] = useState(clubs.length <= mostAtOnce + 5)
  const ordered = clubsInOrder(clubs)
  return (
    <Panel
      id="classes"
      title="Today’s classes"
      aside={<span className={css.aside}>{counted(clubs.length, 'club')}</span>}
      flush
    >
      <ul className={list.list}>
        {(isWhole ? ordered : ordered.slice(0, mostAtOnce)).map(club => (
          <li key={club.clubId}>
            <ClubRow club={club} />
          </li>
        ))}
      </ul>
      {!isWhole && (
        <p className={css.more}>
          <Button variant="quiet" onClick={() => setWhole(true)}>
            Show all {wholeNumber(clubs.length)}
          </Button>
        </p>
      )}
    </Panel>
  )
}

function ClubRow({ club }: { club: TodayClub }) {
  const { clubId, clubName, classes, expected, attended, absent, openRegisters } = club
  return (
    <AppLink to="/dashboard" search={{ club: String(clubId) }} className={clsx(row.row, row.club)}>
      <span className={row.words}>
        <span className={row.name}>{clubName}</span>
        <span className={row.place}>
          {counted(classes, 'class', 'classes')} · {courseOf(club)}
        </span>
      </span>
      <span className={row.state}>
        {openRegisters > 0 && (
          <Badge tone="warn" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
            {counted(openRegisters, 'register')} open
          </Badge>
        )}
      </span>
      <span className={row.progress}>
        <span className={row.count}>
          <strong>{wholeNumber(attended)}</strong> of {wholeNumber(registerSize({ expected, attended, absent }))}
        </span>
        <Progress label={`Registers of ${clubName}`} present={attended} absent={absent} total={expected} />
      </span>
      <IconChevronRight className={row.chevron} size={18} aria-hidden="true" />
    </AppLink>
  )
}
