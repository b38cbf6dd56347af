import { getClassAvailabilities } from '@honbu/contract/bookings.ts'
import { isDate, todayIn } from '@honbu/contract/calendar.ts'
import { getClass } from '@honbu/contract/classes.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useRead } from '../app/api.ts'
import { classAddress, classesTabAddress } from '../timetable/class-address.ts'
import { idOf, oneOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import { AvailabilityActions } from './AvailabilityActions.tsx'
import { CallThem, type NotTold } from './CallThem.tsx'
import css from './ClassAvailability.module.css'
import { DayPanel } from './DayPanel.tsx'
import { MonthBar } from './MonthBar.tsx'
import { monthOf, readMonth, weeksOf } from './month.ts'
import { SlotList } from './SlotList.tsx'
import { SlotMonth } from './SlotMonth.tsx'
import { slotToShow } from './slot-state.ts'

/** The dated slots of a prebooked class: places, who has them, who waits. Month, view and day are in the address. */
export function ClassAvailability() {
  const { params, search, setSearch } = useAddress()
  const id = idOf(params.class_id)
  const day = isDate(search.day) ? search.day : undefined
  const month = readMonth(search.month) ?? monthOf(day ?? todayIn('Europe/London', new Date()))
  const view = oneOf(['month', 'list'], search.view)
  const weeks = weeksOf(month)
  const range = { dateFrom: weeks[0]?.[0] ?? '', dateTo: weeks.at(-1)?.[6] ?? '' }
  const klass = useRead(getClass, { id })
  const answer = useRead(
    getClassAvailabilities,
    { id, ...range },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  )
  const [notTold, setNotTold] = useState<readonly NotTold[]>([])

  const availability = answer.data
  const slots = availability?.slots.filter(({ classDate }) => classDate >= range.dateFrom && classDate <= range.dateTo)
  const shown = day ?? slotToShow(slots?.filter(({ classDate }) => monthOf(classDate) === month) ?? [])?.classDate
  const slot = slots?.find(({ classDate }) => classDate === shown)
  const chosenDay = useRef<HTMLDivElement>(null)
  const choose = (date: string) => {
    setSearch({ day: date })
    // Where the day stands below the month, a press up there would change nothing in sight.
    if (matchMedia('(max-width: 1180px)').matches)
      requestAnimationFrame(() => chosenDay.current?.scrollIntoView({ block: 'start' }))
  }
  const error = klass.error ?? answer.error
  const isLoading = !klass.data || !availability || !slots
  return (
    <div className={css.screen}>
      <PageHeader
        title={
          klass.data ? (
            `${klass.data.className}: availability`
          ) : (
            <SkeletonTitle error={error}>Class availability</SkeletonTitle>
          )
        }
        crumbs={
          klass.data
            ? [
                { text: klass.data.clubName, to: classesTabAddress(klass.data.clubId) },
                { text: klass.data.className, to: classAddress(id) },
              ]
            : null
        }
        actions={
          klass.data &&
          availability && (
            <AvailabilityActions klass={klass.data} availability={availability} day={shown} onMade={choose} />
          )
        }
      >
        {klass.data && availability && (
          <span className={css.line}>
            <Badge>{klass.data.classType}</Badge>
            {klass.data.location && <span>{klass.data.location}</span>}
            {!availability.isPrebooked && <span>Runs by its week: its days are made there.</span>}
          </span>
        )}
      </PageHeader>
      {error && (
        <ErrorState
          title={isLoading ? 'The places could not be loaded.' : 'This is not up to date.'}
          error={error}
          retry={() => {
            void klass.refetch()
            void answer.refetch()
          }}
        />
      )}
      {isLoading && !error && (
        <div aria-busy="true">
          <SkeletonRows count={5} height="96px" />
        </div>
      )}
      {klass.data && availability && slots && (
        <div className={css.columns}>
          <Panel flush>
            <MonthBar month={month} view={view} today={availability.today} setSearch={setSearch} />
            {view === 'month' ? (
              <SlotMonth
                weeks={weeks}
                month={month}
                today={availability.today}
                slots={slots}
                closures={availability.closures}
                day={shown}
                onChoose={choose}
              />
            ) : (
              <SlotList
                slots={slots.filter(({ classDate }) => monthOf(classDate) === month)}
                today={availability.today}
                day={shown}
                isPrebooked={availability.isPrebooked}
                onChoose={choose}
              />
            )}
          </Panel>
          <div ref={chosenDay} className={css.day}>
            <DayPanel
              key={shown}
              klass={klass.data}
              availability={availability}
              slots={slots}
              slot={slot}
              day={shown}
              onMoved={(date, people) => {
                setSearch({ day: date, month: date === undefined ? month : monthOf(date) })
                setNotTold(people)
              }}
            />
          </div>
        </div>
      )}
      <CallThem people={notTold} onClose={() => setNotTold([])} />
    </div>
  )
}
