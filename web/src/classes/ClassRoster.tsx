import { isDate, todayIn } from '@honbu/contract/calendar.ts'
import { getClass, getClassDates } from '@honbu/contract/classes.ts'
import { useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './ClassRoster.module.css'
import { NoSession } from './NoSession.tsx'
import { Register } from './Register.tsx'
import { RegisterSheet } from './RegisterSheet.tsx'
import { RegisterSkeleton } from './RegisterSkeleton.tsx'
import { RosterHeader } from './RosterHeader.tsx'
import { rangeAround, sessionToOpen } from './session-dates.ts'

/** The register of a class on a date (?date=2026-11-21); without one, that of today or of the session next to it. */
export function ClassRoster() {
  const { params, search, setSearch } = useAddress()
  const id = idOf(params.id)
  const date = isDate(search.date) ? search.date : undefined
  const klass = useRead(getClass, { id })
  const dates = useRead(getClassDates, { id, ...rangeAround(date ?? todayIn('Europe/London', new Date())) })
  const opened = date ?? (dates.data && sessionToOpen(dates.data.dates, dates.data.today)?.date)

  // The address says which register it is, so that it can be reloaded and handed on.
  useEffect(() => {
    if (date === undefined && opened !== undefined) setSearch({ date: opened })
  }, [date, opened, setSearch])

  const error = klass.error ?? dates.error
  if (error && !(klass.data && dates.data)) {
    return (
      <div className={css.screen}>
        <PageHeader title="Class roster" />
        <ErrorState
          title="The class could not be loaded."
          error={error}
          retry={() => void Promise.all([klass.refetch(), dates.refetch()])}
        />
      </div>
    )
  }
  const session = dates.data?.dates.find(each => each.date === opened)
  if (search.view === 'sheet' && klass.data && dates.data && opened !== undefined) {
    return (
      <div className={css.screen}>
        <VisuallyHidden>
          <h1 tabIndex={-1}>Print sheet of {klass.data.className}</h1>
        </VisuallyHidden>
        <RegisterSheet klass={klass.data} dates={dates.data} classDate={opened} search={search} />
      </div>
    )
  }
  return (
    <div className={css.screen}>
      <RosterHeader id={id} klass={klass.data} dates={dates.data} date={opened} session={session} />
      {opened !== undefined && (session || !dates.data) && (
        <Register
          key={`${id} ${opened}`}
          classId={id}
          classDate={opened}
          className={klass.data?.className ?? ''}
          today={dates.data?.today}
        />
      )}
      {dates.data && !session && klass.data && <NoSession klass={klass.data} dates={dates.data} date={opened} />}
      {opened === undefined && !dates.data && <RegisterSkeleton />}
    </div>
  )
}
