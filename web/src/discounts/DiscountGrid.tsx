import { discountColumns, getDiscounts } from '@honbu/contract/discounts.ts'
import { currency, wholeNumber } from '@honbu/contract/format.ts'
import { IconDiscount } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { DiscountState } from './DiscountState.tsx'
import css from './Discounts.module.css'
import { discountAddress } from './discount-address.ts'

interface Props {
  /** Left out: of all clubs of the user. */
  clubId?: number
  canCreate: boolean
  actions: ReactNode
}

/** Discounts with their state, how often each was used and what that came to. */
export function DiscountGrid({ clubId, canCreate, actions }: Props) {
  return (
    <DataGrid
      label="Discounts"
      name="discounts"
      call={getDiscounts}
      input={clubId === undefined ? {} : { clubId }}
      columns={discountColumns}
      cells={{
        percent: row => (row.percent === null ? '–' : `${row.percent}%`),
        amount: row => (row.amount === null ? '–' : currency(row.amount)),
        code: row => (row.code === null ? '–' : <code className={css.code}>{row.code}</code>),
        state: row => <DiscountState state={row.state} />,
        clubName: row =>
          clubId === undefined || row.clubId === clubId ? row.clubName : `${row.clubName} (given here)`,
        uses: row => wholeNumber(row.uses),
        given: row => currency(row.given),
      }}
      rowKey={row => row.discountId}
      rowTo={row => discountAddress(row.discountId)}
      empty={
        <EmptyState icon={<IconDiscount size={24} />} title="No discounts yet">
          {canCreate
            ? 'Take something off for families, for a season, or for whoever says a code.'
            : 'An admin of the club adds them.'}
        </EmptyState>
      }
      actions={actions}
    />
  )
}
