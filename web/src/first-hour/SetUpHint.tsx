import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { guideAddress } from './guide-address.ts'

/** Leads an admin from an empty list to the set-up guide, until the club is set up. */
export function SetUpHint({ clubId }: { clubId: number }) {
  const isAdmin = useRead(getClubList, {}).data?.some(({ id, isAdmin }) => id === clubId && isAdmin) ?? false
  const { data } = useRead(getFirstHour, { clubId }, { enabled: isAdmin })
  const [club] = data?.clubs ?? []
  if (!club || club.isFinished) return null
  return (
    <AppLink to={guideAddress(clubId)} className={buttonClass()}>
      <IconListCheck size={18} aria-hidden="true" />
      Open set-up guide
    </AppLink>
  )
}
