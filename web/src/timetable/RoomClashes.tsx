import { isDate } from '@honbu/contract/calendar.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import { longDate } from '@honbu/contract/format.ts'
import { getRoomClashes } from '@honbu/contract/locations.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { daysOf, noWeek, type Week, WeeklyTimetable, weekErrors } from '@honbu/contract/weekly-timetable.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { classAddress } from './class-address.ts'
import css from './RoomClashes.module.css'
import type { PartProps } from './use-class-form.ts'

/** Names the classes that are in the same room at the same time, while room and times are being chosen. Only a warning. */
export function RoomClashes({ form, clubId, choices, record }: PartProps) {
  const [classTypeId, locationId, startDate, endDate, week, from] = form.watch([
    'classTypeId',
    'locationId',
    'startDate',
    'endDate',
    'weeklyTimetable',
    'timetableFrom',
  ])
  const isWhole = isDate(startDate) && (endDate === null || isDate(endDate)) && isRight(week)
  const isAsked = isWhole && locationId !== null && rulesOf(classTypeId).runs !== 'slots' && daysOf(week).length > 0
  // What has been in the room before is nobody's concern any more.
  const begins = [startDate, record ? choices.today : '', isDate(from) ? from : ''].sort().at(-1) ?? startDate
  const clashes = useRead(
    getRoomClashes,
    {
      clubId,
      classId: record?.classId ?? 0,
      locationId: locationId ?? 0,
      startDate: begins,
      endDate,
      ...(isAsked ? week : noWeek),
    },
    { enabled: isAsked, placeholderData: keepPreviousData },
  )
  const found = isAsked ? (clashes.data ?? []) : []
  return (
    <div className={css.clashes} role="status">
      {found.length > 0 && (
        <div className={css.warning}>
          <IconAlertTriangle size={20} aria-hidden="true" />
          <div>
            <p>This room is taken at the same time by</p>
            <ul>
              {found.map(({ classId, className, firstDate, startTime, finishTime }) => (
                <li key={classId}>
                  <AppLink to={classAddress(classId)} target="_blank">
                    {className}
                  </AppLink>
                  , {timeSpan({ startTime, finishTime })}, first on {longDate(firstDate)}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}

const isRight = (week: Week) => WeeklyTimetable.safeParse(week).success && weekErrors(week).length === 0
