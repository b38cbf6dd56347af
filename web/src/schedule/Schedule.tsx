import { isDate } from '@honbu/contract/calendar.ts'
import { getClassChoices } from '@honbu/contract/class-form.ts'
import { getClubSchedule } from '@honbu/contract/schedule.ts'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { classFormAddress } from '../timetable/class-address.ts'
import { slotSearch } from '../timetable/new-class-slot.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { oneOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { CancelledSessions } from './CancelledSessions.tsx'
import { DayClosure } from './DayClosure.tsx'
import { DayGrid } from './DayGrid.tsx'
import { filterNames, narrowed } from './filters.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { printZoom } from './print-zoom.ts'
import { RoomGrid } from './RoomGrid.tsx'
import css from './Schedule.module.css'
import { ScheduleSteps } from './ScheduleSteps.tsx'
import { ScheduleTools } from './ScheduleTools.tsx'
import { useScheduleKeys } from './use-schedule-keys.ts'
import { spanNames, spanOf, spanStart, stepFrom, titleOf, type View, views } from './views.ts'
import { WeekGrid } from './WeekGrid.tsx'
import type { Occurrence, Week } from './week.ts'

/** What happens in a club: by week, day, room or month. View, day and filters are in the address; without a day, today. */
export function Schedule({ clubId }: { clubId: number }) {
  const { search, setSearch } = useAddress()
  const view = oneOf(views, search.view)
  const day = isDate(search.day) ? search.day : undefined
  const answer = useRead(
    getClubSchedule,
    { id: clubId, view: spanOf(view), ...(day !== undefined && { day: spanStart(view, day) }) },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  )
  const choices = useRead(getClassChoices, { clubId })
  const schedule = answer.data
  const shown = day ?? schedule?.today
  useScheduleKeys({
    step: direction => shown !== undefined && setSearch({ day: stepFrom(view, shown, direction) }),
    toToday: () => setSearch({ day: undefined }),
    show: next => setSearch({ view: next === 'week' ? undefined : next }),
  })
  if (answer.error && !schedule) {
    return (
      <ErrorState title="The schedule could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  }
  const isAwaitingRooms = view === 'rooms' && !choices.data && !choices.error
  if (!schedule || shown === undefined || isAwaitingRooms) {
    return (
      <div aria-busy="true">
        <VisuallyHidden>Loading...</VisuallyHidden>
        <SkeletonRows count={5} height="96px" />
      </div>
    )
  }
  const occurrences = narrowed(schedule.occurrences, search)
  const newClassAt = choices.data?.isAdmin ? clubId : null
  const rooms = (choices.data?.locations ?? []).filter(({ name }) => !search.room || name === search.room)
  const room = search.room ? rooms[0]?.id : undefined
  const filtered = filterNames.some(name => search[name])
  const isEmpty = occurrences.length === 0 && (filtered || schedule.closures.length === 0)
  return (
    <section
      className={css.schedule}
      style={view === 'week' ? printed({ ...schedule, occurrences }) : undefined}
      aria-label="Schedule"
      aria-busy={answer.isPlaceholderData}
    >
      <p className={css.printed}>
        {schedule.clubName} · {titleOf(view, shown)}
      </p>
      <ScheduleTools clubId={clubId} view={view} search={search} occurrences={schedule.occurrences} />
      <ScheduleSteps
        view={view}
        day={shown}
        today={schedule.today}
        search={search}
        newClass={
          newClassAt !== null && (
            <AppLink
              to={classFormAddress(clubId)}
              search={slotSearch({ day: shown, room })}
              className={buttonClass('secondary')}
            >
              <IconPlus size={18} aria-hidden="true" />
              New class
            </AppLink>
          )
        }
      />
      {answer.error && (
        <ErrorState title="This is not up to date." error={answer.error} retry={() => void answer.refetch()} />
      )}
      <CancelledSessions sessions={schedule.cancelled} />
      {isEmpty ? (
        <EmptyState
          icon={<IconCalendarOff size={24} />}
          title={filtered ? 'Nothing fits these filters' : `No classes this ${spanNames[view]}`}
          actions={
            !filtered && (
              <AppLink to={clubAddress(clubId, 'classes-and-events')} className={buttonClass('secondary')}>
                Classes and events
              </AppLink>
            )
          }
        >
          {filtered
            ? 'Choose “All” above, or look at other dates.'
            : 'Look at other dates, or give a class a time on this club’s timetable.'}
        </EmptyState>
      ) : (
        <Grid
          view={view}
          schedule={{ ...schedule, occurrences }}
          day={shown}
          rooms={rooms}
          all={schedule.occurrences}
          newClassAt={newClassAt}
        />
      )}
    </section>
  )
}

/** React's types do not know custom properties. */
const printed = (week: Week) => ({ '--print-zoom': printZoom(week) }) as CSSProperties

interface GridProps {
  view: View
  schedule: Week
  day: string
  rooms: readonly { id: number; name: string }[]
  all: readonly Occurrence[]
  newClassAt: number | null
}

function Grid({ view, schedule, day, rooms, all, newClassAt }: GridProps) {
  if (view === 'month') return <MonthGrid schedule={schedule} day={day} />
  if (view === 'week') return <WeekGrid week={schedule} day={day} newClassAt={newClassAt} />
  const [closure] = schedule.closures
  if (closure && schedule.occurrences.length === 0) return <DayClosure name={closure.name} />
  if (view === 'day') return <DayGrid schedule={schedule} day={day} newClassAt={newClassAt} />
  return <RoomGrid schedule={schedule} day={day} rooms={rooms} all={all} newClassAt={newClassAt} />
}
