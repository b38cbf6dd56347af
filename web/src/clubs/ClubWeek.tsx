import { addDays, isDate, startOfWeek } from '@honbu/contract/calendar.ts'
import { getClubSchedule } from '@honbu/contract/clubs.ts'
import { IconCalendarOff } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './ClubWeek.module.css'
import { clubAddress } from './club-address.ts'
import { useWeekKeys } from './use-week-keys.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { WeekSteps } from './WeekSteps.tsx'

/** A club's week. The day is in the address (?day=2026-11-21); without one it is the week of today. */
export function ClubWeek({ clubId }: { clubId: number }) {
  const { search, setSearch } = useAddress()
  const day = isDate(search.day) ? search.day : undefined
  const answer = useRead(
    getClubSchedule,
    { id: clubId, ...(day !== undefined && { day: startOfWeek(day) }) },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  )
  const week = answer.data
  const shown = day ?? week?.today
  const goTo = (next: string | undefined) => setSearch({ day: next })
  useWeekKeys({
    step: days => shown !== undefined && goTo(addDays(shown, days)),
    toToday: () => goTo(undefined),
  })
  if (answer.error && !week) {
    return <ErrorState title="The week could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
  }
  if (!week || shown === undefined) {
    return (
      <div aria-busy="true">
        <VisuallyHidden>Loading...</VisuallyHidden>
        <SkeletonRows count={5} height="96px" />
      </div>
    )
  }
  return (
    <section className={css.week} aria-label="Week" aria-busy={answer.isPlaceholderData}>
      <WeekSteps day={shown} from={startOfWeek(shown)} today={week.today} />
      {answer.error && (
        <ErrorState title="This week is not up to date." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {week.occurrences.length === 0 && week.closures.length === 0 ? (
        <EmptyState
          icon={<IconCalendarOff size={24} />}
          title="No classes this week"
          actions={
            <AppLink to={clubAddress(clubId, 'classes-and-events')} className={buttonClass('secondary')}>
              Classes and events
            </AppLink>
          }
        >
          Look at another week, or give a class a time on this club’s timetable.
        </EmptyState>
      ) : (
        <WeekGrid week={week} day={shown} />
      )}
    </section>
  )
}
