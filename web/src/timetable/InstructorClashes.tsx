import { getInstructorClashes } from '@honbu/contract/class-view.ts'
import { longDate } from '@honbu/contract/format.ts'
import { timeSpan } from '@honbu/contract/time-of-day.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { ClashWarning } from './ClashWarning.tsx'
import { classAddress } from './class-address.ts'
import type { PartProps } from './use-class-form.ts'
import { usePlannedWeek } from './use-planned-week.ts'

/** Names what the chosen instructors teach or cover at the same time, here or in other clubs. Only a warning. */
export function InstructorClashes(part: PartProps) {
  const { isWhole, asked } = usePlannedWeek(part)
  const instructorIds = part.form.watch('instructorIds')
  const isAsked = isWhole && [{ instructorIds }, ...asked.weekdays].some(each => each.instructorIds.length > 0)
  const clashes = useRead(
    getInstructorClashes,
    { ...asked, instructorIds },
    { enabled: isAsked, placeholderData: keepPreviousData },
  )
  const found = isAsked ? (clashes.data ?? []) : []
  return (
    <ClashWarning title="Instructors who teach at the same time">
      {found.map(clash => (
        <li key={`${clash.personId} ${clash.classId}`}>
          {clash.instructor}:{' '}
          <AppLink to={classAddress(clash.classId)} target="_blank">
            {clash.className}
          </AppLink>
          {clash.clubName !== null && ` at ${clash.clubName}`}, {timeSpan(clash)}, first on {longDate(clash.firstDate)}
        </li>
      ))}
    </ClashWarning>
  )
}
