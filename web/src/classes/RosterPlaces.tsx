import { getClassAvailabilities } from '@honbu/contract/bookings.ts'
import { IconHourglass, IconUsersGroup } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'

interface Props {
  classId: number
  /** Undefined: not known yet. */
  clubId: number | undefined
  date: string
  className: string | undefined
  /** Stands where they will be. */
  awaited: ReactNode
}

/** How full this session is, and who waits for a place in it; nothing where places are not counted. */
export function RosterPlaces({ classId, clubId, date, className, awaited }: Props) {
  const { data, isLoading } = useRead(getClassAvailabilities, { id: classId, dateFrom: date, dateTo: date })
  if (isLoading) return awaited
  const places = data?.slots[0]
  if (!places) return null
  const { taken, capacity, waiting, offered } = places
  const inLine = waiting + offered
  return (
    <>
      {capacity !== null && (
        <span className={className}>
          <IconUsersGroup size={16} aria-hidden="true" />
          {taken} of {capacity} places taken
          {taken > capacity && <Badge tone="warn">{taken - capacity} too many</Badge>}
        </span>
      )}
      {inLine > 0 && clubId !== undefined && (
        <AppLink to={`/clubadmin/classes-and-events/${clubId}/class-availability/${classId}`} className={className}>
          <IconHourglass size={16} aria-hidden="true" />
          {inLine} on the waiting list
        </AppLink>
      )}
    </>
  )
}
