import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { DiscountGrid } from './DiscountGrid.tsx'
import { discountsAddress } from './discount-address.ts'

/** All discounts, where the address does not say which one is meant. */
export const ChooseDiscount = ({ title, children }: { title: string; children: ReactNode }) => (
  <Screen>
    <PageHeader title={title} crumbs={[{ text: 'Discounts', to: discountsAddress }]}>
      {children}
    </PageHeader>
    <DiscountGrid canCreate={false} actions={null} />
  </Screen>
)
