import { longDate } from '@honbu/contract/format.ts'
import { getRoomClashes } from '@honbu/contract/locations.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { ClashWarning } from './ClashWarning.tsx'
import { classAddress } from './class-address.ts'
import type { PartProps } from './use-class-form.ts'
import { usePlannedWeek } from './use-planned-week.ts'

/** Names the classes that are in the same room at the same time, while room and times are being chosen. Only a warning. */
export function RoomClashes(part: PartProps) {
  const { isWhole, asked } = usePlannedWeek(part)
  const locationId = part.form.watch('locationId')
  const isAsked = isWhole && (locationId !== null || asked.weekdays.some(day => day.locationId !== null))
  const clashes = useRead(
    getRoomClashes,
    { ...asked, locationId },
    { enabled: isAsked, placeholderData: keepPreviousData },
  )
  const found = isAsked ? (clashes.data ?? []) : []
  return (
    <ClashWarning title="This room is taken at the same time by">
      {found.map(clash => (
        <li key={clash.classId}>
          <AppLink to={classAddress(clash.classId)} target="_blank">
            {clash.className}
          </AppLink>
          , {timeSpan(clash)}, first on {longDate(clash.firstDate)}
        </li>
      ))}
    </ClashWarning>
  )
}
