import { classColumns, getClassesAndEvents } from '@honbu/contract/class-view.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { classType } from '@honbu/contract/ids.ts'
import { IconCalendarEvent, IconKeyboard, IconPlus } from '@tabler/icons-react'
import { SetUpHint } from '../first-hour/SetUpHint.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { shortDay } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Switch } from '../ui/Switch.tsx'
import css from './ClassesTab.module.css'
import { classAddress, classFormAddress, registerAddress, typeWeekAddress } from './class-address.ts'

/** A club's classes and events. Whether those that are over are shown stands in the address, as all of the grid does. */
export function ClassesTab({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const { search, setSearch } = useAddress()
  const IncludeExpired = search.expired === '1'
  const typeWeek = isAdmin && (
    <AppLink to={typeWeekAddress(clubId)} className={buttonClass()}>
      <IconKeyboard size={18} aria-hidden="true" />
      Type your week
    </AppLink>
  )
  const create = isAdmin && (
    <AppLink to={classFormAddress(clubId)} className={buttonClass('primary')}>
      <IconPlus size={18} aria-hidden="true" />
      New class or event
    </AppLink>
  )
  const withExpired = (
    <Switch isOn={IncludeExpired} onChange={isOn => setSearch({ expired: isOn ? '1' : undefined, page: undefined })}>
      Also those that are over
    </Switch>
  )
  return (
    <DataGrid
      label="Classes and events"
      name="classes"
      call={getClassesAndEvents}
      input={{ clubId, IncludeExpired }}
      columns={classColumns}
      hidden={IncludeExpired ? ['startDate'] : ['startDate', 'endDate']}
      rowKey={row => row.classId}
      rowTo={row => classAddress(row.classId)}
      cells={{
        className: row => (
          <span className={css.name}>
            <span className={css.colour} style={{ background: row.colour }} aria-hidden="true" />
            {row.className}
            {row.isExpired && <Badge>Over</Badge>}
          </span>
        ),
        timetable: row => (
          <span className={css.times}>
            {row.timetable || (row.classTypeId === classType.prebooked ? 'In slots' : '–')}
          </span>
        ),
        nextDate: row =>
          row.nextDate === null ? (
            '–'
          ) : (
            <AppLink
              to={registerAddress(row.classId, row.classTypeId)}
              search={{ date: row.nextDate }}
              className={css.date}
              title={`Register of ${mediumDate(row.nextDate)}`}
            >
              {shortDay(row.nextDate)}
            </AppLink>
          ),
      }}
      empty={
        <EmptyState
          icon={<IconCalendarEvent size={32} />}
          title="No classes yet"
          actions={
            <>
              {typeWeek}
              <SetUpHint clubId={clubId} />
            </>
          }
        >
          {isAdmin
            ? 'Create the first one, or type your week as text. The schedule and registers follow.'
            : 'An admin of the club makes them.'}
        </EmptyState>
      }
      actions={
        <>
          {withExpired}
          {typeWeek}
          {create}
        </>
      }
    />
  )
}
