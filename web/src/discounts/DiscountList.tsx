import { getClubList } from '@honbu/contract/my-clubs.ts'
import { useRead } from '../app/api.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { DiscountGrid } from './DiscountGrid.tsx'
import { NewDiscountLink } from './NewDiscountLink.tsx'

/** The discounts of all clubs of the user, and what clubs above give to them. */
export function DiscountList() {
  const clubs = useRead(getClubList, {})
  const canCreate = clubs.data?.some(({ isAdmin }) => isAdmin) ?? false
  return (
    <Screen>
      <PageHeader title="Discounts">What is taken off, for whom, and how often it was.</PageHeader>
      <DiscountGrid canCreate={canCreate} actions={canCreate && <NewDiscountLink />} />
    </Screen>
  )
}
