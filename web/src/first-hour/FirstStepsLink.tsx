import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { guideAddress } from './guide-address.ts'

/** Leads from the head of a new club to its set-up guide, also when it's hidden on the dashboard. */
export function FirstStepsLink({ clubId }: { clubId: number }) {
  const { data } = useRead(getFirstHour, {})
  if (!data?.clubs.some(each => each.clubId === clubId)) return null
  return (
    <AppLink to={guideAddress(clubId)} className={buttonClass()}>
      <IconListCheck size={18} aria-hidden="true" />
      Set-up guide
    </AppLink>
  )
}
