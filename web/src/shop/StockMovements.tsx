import type { Output } from '@honbu/contract/endpoint.ts'
import { dateTime } from '@honbu/contract/format.ts'
import type { getProduct } from '@honbu/contract/shop.ts'
import { getStockMovements, stockColumns } from '@honbu/contract/stock.ts'
import { IconArrowsExchange } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import css from './Shop.module.css'

interface Props {
  clubId: number
  product: Output<typeof getProduct>
  timeZone: string
}

/** What came to the club's shelf and went from it: who, when, and how many. Nothing of it is ever changed. */
export const StockMovements = ({ clubId, product, timeZone }: Props) => (
  <DataGrid
    label="Stock movements"
    name="stock-movements"
    call={getStockMovements}
    input={{ clubId, productId: product.productId }}
    columns={stockColumns}
    hidden={
      product.stock.some(({ variantId }) => variantId !== null) ? ['productName'] : ['productName', 'variantName']
    }
    rowKey={row => row.stockMovementId}
    cells={{
      movedAt: row => dateTime(new Date(row.movedAt), timeZone),
      quantity: row => (
        <span className={css.number}>
          {row.quantity > 0 ? `+${row.quantity}` : row.quantity}
          {row.counted !== null && <span className={css.soft}> ({row.counted} found)</span>}
        </span>
      ),
    }}
    empty={
      <EmptyState icon={<IconArrowsExchange size={24} />} title="Nothing has come or gone yet">
        Write down the first delivery, or what a count finds.
      </EmptyState>
    }
  />
)
