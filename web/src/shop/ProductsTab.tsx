import type { PanelProps } from '../clubs/panel-props.ts'
import { ProductsGrid } from './ProductsGrid.tsx'
import { ShopTabs } from './ShopScreen.tsx'

/** The products of a club, in Club Admin. */
export const ProductsTab = (club: PanelProps) => (
  <>
    <ShopTabs clubId={club.clubId} current="products" />
    <ProductsGrid {...club} />
  </>
)
