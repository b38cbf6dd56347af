import { getClub } from '@honbu/contract/clubs.ts'
import { useRead } from '../app/api.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Together } from '../ui/Together.tsx'
import { PlansTab } from './PlansTab.tsx'
import { plansTabAddress } from './plan-address.ts'

/** The training plans of a club by themselves. */
export function TrainingPlans() {
  const clubId = idOf(useAddress().params.id)
  const club = useRead(getClub, { id: clubId })
  return (
    <Screen>
      <PageHeader title="Training plans" crumbs={[{ text: club.data?.name ?? 'Club', to: plansTabAddress(clubId) }]}>
        What members pay for. A new price holds for those who begin; who has a plan keeps what was agreed.
      </PageHeader>
      <Together isReady={!club.isLoading} meanwhile={<SkeletonRows count={4} height="64px" />}>
        <PlansTab clubId={clubId} />
      </Together>
    </Screen>
  )
}
