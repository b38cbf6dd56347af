import { currency } from '@honbu/contract/format.ts'
import { getProducts, productColumns } from '@honbu/contract/shop.ts'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import type { PanelProps } from '../clubs/panel-props.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { ArchivedSwitch, useArchived } from './ArchivedSwitch.tsx'
import { LowStock, Owner } from './marks.tsx'
import css from './Shop.module.css'
import { newProductAddress, productAddress } from './shop-address.ts'

/** A club's own products and those of the clubs above it. */
export function ProductsGrid({ clubId, isAdmin }: PanelProps) {
  const includeArchived = useArchived()
  return (
    <DataGrid
      label="Products"
      name="products"
      call={getProducts}
      input={{ clubId, includeArchived }}
      columns={productColumns}
      hidden={['isLow', 'promised', 'isArchived']}
      rowKey={row => row.productId}
      rowTo={row => productAddress(clubId, row.productId)}
      cells={{
        productName: row => (
          <span className={css.name}>
            {row.productName}
            {row.isArchived ? <Badge>Archived</Badge> : !row.isOffered && <Badge>Not on sale now</Badge>}
          </span>
        ),
        currentPrice: row => currency(row.currentPrice),
        onHand: row =>
          row.onHand === null ? (
            <span className={css.soft}>not kept</span>
          ) : (
            <span className={css.stock}>
              {row.isLow && <LowStock />}
              {row.onHand}
            </span>
          ),
        clubName: row => <Owner {...row} />,
      }}
      empty={
        <EmptyState icon={<IconPackage size={32} />} title="Nothing to sell yet">
          {isAdmin
            ? 'Add the first product. Its sizes or colours are the variants of its category.'
            : 'An admin of the club adds its products.'}
        </EmptyState>
      }
      actions={
        <>
          <ArchivedSwitch />
          {isAdmin && (
            <AppLink to={newProductAddress(clubId)} className={buttonClass('primary')}>
              <IconPlus size={18} aria-hidden="true" />
              New product
            </AppLink>
          )}
        </>
      }
    />
  )
}
