import { getClub } from '@honbu/contract/clubs.ts'
import type { ReactNode } from 'react'
import { useRead } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { handOutsAddress } from '../orders/order-address.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Together } from '../ui/Together.tsx'
import { productCategoriesAddress, productsAddress, productVariantsAddress } from './shop-address.ts'

interface Props {
  current: 'products' | 'categories' | 'variants' | 'hand-out'
  title: string
  /** One line below the title. */
  about: string
  children: (club: { clubId: number; isAdmin: boolean }) => ReactNode
}

/** The frame of a club's products, categories and variants, which lead to each other. */
export function ShopScreen({ current, title, about, children }: Props) {
  const clubId = idOf(useAddress().params.id)
  const club = useRead(getClub, { id: clubId })
  return (
    <Screen>
      <PageHeader title={title} crumbs={[{ text: club.data?.name ?? 'Club', to: clubAddress(clubId, 'products') }]}>
        {about}
      </PageHeader>
      <ShopTabs clubId={clubId} current={current} />
      {club.error && !club.data ? (
        <ErrorState title="The club could not be loaded." error={club.error} retry={() => void club.refetch()} />
      ) : (
        <Together isReady={club.data !== undefined} meanwhile={<SkeletonRows count={8} height="44px" />}>
          {children({ clubId, isAdmin: club.data?.isAdmin ?? false })}
        </Together>
      )}
    </Screen>
  )
}

export const ShopTabs = ({ clubId, current }: { clubId: number; current: Props['current'] }) => (
  <Tabs
    label="Shop"
    current={current}
    tabs={[
      { id: 'products', text: 'Products', to: productsAddress(clubId) },
      { id: 'categories', text: 'Categories', to: productCategoriesAddress(clubId) },
      { id: 'variants', text: 'Variants', to: productVariantsAddress(clubId) },
      { id: 'hand-out', text: 'To hand out', to: handOutsAddress(clubId) },
    ]}
  />
)
