import { counted, wholeNumber } from '@honbu/contract/format.ts'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import clsx from 'clsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Progress } from '../ui/Progress.tsx'
import { FirstRows } from './FirstRows.tsx'
import css from './PeopleList.module.css'
import row from './TodayClassRow.module.css'
import { clubsInOrder, courseOf, registerSize, type TodayClub } from './today.ts'

/** Today's classes where they are too many to look through: how each club stands, those with something to do first. */
export function TodayClubs({ clubs }: { clubs: readonly TodayClub[] }) {
  return (
    <Panel
      id="classes"
      title="Today’s classes"
      aside={<span className={css.aside}>{counted(clubs.length, 'club')}</span>}
      flush
    >
      <FirstRows rows={clubsInOrder(clubs)} most={20}>
        {club => (
          <li key={club.clubId}>
            <ClubRow club={club} />
          </li>
        )}
      </FirstRows>
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
