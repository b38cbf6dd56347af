import { ProductsGrid } from './ProductsGrid.tsx'
import { ShopScreen } from './ShopScreen.tsx'

/** What a club sells. */
export const Products = () => (
  <ShopScreen current="products" title="Products" about="What the club sells, with what lies on its shelf.">
    {club => <ProductsGrid {...club} />}
  </ShopScreen>
)
