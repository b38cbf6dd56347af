import { isDate, todayIn } from '@honbu/contract/calendar.ts'
import { getClass, getClassDates } from '@honbu/contract/classes.ts'
import { classType } from '@honbu/contract/ids.ts'
import { useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { NoSession } from '../classes/NoSession.tsx'
import { RosterHeader } from '../classes/RosterHeader.tsx'
import { rosterAddress } from '../classes/roster-address.ts'
import { rangeAround, sessionToOpen } from '../classes/session-dates.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { GradingDay } from './GradingDay.tsx'
import css from './GradingRoster.module.css'

/** A grading on a date (?date=2026-11-21): who is graded, the results, the belts to order, the sheet for the examiner. */
export function GradingRoster() {
  const { params, search, setSearch } = useAddress()
  const id = idOf(params.id)
  const date = isDate(search.date) ? search.date : undefined
  const klass = useRead(getClass, { id })
  const dates = useRead(getClassDates, { id, ...rangeAround(date ?? todayIn('Europe/London', new Date())) })
  const opened = date ?? (dates.data && sessionToOpen(dates.data.dates, dates.data.today)?.date)

  // The address says which grading it is, so that it can be reloaded and handed on.
  useEffect(() => {
    if (date === undefined && opened !== undefined) setSearch({ date: opened })
  }, [date, opened, setSearch])

  const error = klass.error ?? dates.error
  if (error && !(klass.data && dates.data)) {
    return (
      <div className={css.screen}>
        <PageHeader title="Grading roster" />
        <ErrorState
          title="The grading could not be loaded."
          error={error}
          retry={() => void Promise.all([klass.refetch(), dates.refetch()])}
        />
      </div>
    )
  }
  const session = dates.data?.dates.find(each => each.date === opened)
  const isGrading = klass.data === undefined || klass.data.classTypeId === classType.grading
  return (
    <div className={css.screen}>
      <RosterHeader id={id} klass={klass.data} dates={dates.data} date={opened} session={session} />
      {!isGrading && (
        <EmptyState
          title={`${klass.data?.className ?? 'This class'} is not a grading.`}
          actions={
            <AppLink to={rosterAddress(id)} search={{ date: opened }} className={buttonClass('primary')}>
              Open its register
            </AppLink>
          }
        >
          A class of the type Grading has a grading roster; every class has a register.
        </EmptyState>
      )}
      {isGrading && klass.data && session && opened !== undefined && (
        <GradingDay key={`${id} ${opened}`} classId={id} classDate={opened} klass={klass.data} />
      )}
      {isGrading && dates.data && !session && klass.data && (
        <NoSession klass={klass.data} dates={dates.data} date={opened} />
      )}
      {isGrading && (!klass.data || !dates.data) && (
        <div aria-busy="true">
          <VisuallyHidden>Loading...</VisuallyHidden>
          <SkeletonRows count={8} height="68px" />
        </div>
      )}
    </div>
  )
}
