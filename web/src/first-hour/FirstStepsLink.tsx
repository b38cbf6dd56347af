import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'

/** In the head of a club that has not taken all its first steps: where they are. Also when they are put away. */
export function FirstStepsLink({ clubId }: { clubId: number }) {
  const { data } = useRead(getFirstHour, {})
  if (!data?.clubs.some(each => each.clubId === clubId)) return null
  return (
    <AppLink to={clubAddress(clubId, 'details')} className={buttonClass()}>
      <IconListCheck size={18} aria-hidden="true" />
      Getting started
    </AppLink>
  )
}
