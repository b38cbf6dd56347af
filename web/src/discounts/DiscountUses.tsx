import { discountUseColumns, getDiscountUses } from '@honbu/contract/discounts.ts'
import { currency } from '@honbu/contract/format.ts'
import { IconDiscount } from '@tabler/icons-react'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'

/** Each time that it was given in the user's clubs; what was taken back is free again. */
export const DiscountUses = ({ discountId }: { discountId: number }) => (
  <DataGrid
    label="Uses"
    name="discount-uses"
    call={getDiscountUses}
    input={{ id: discountId }}
    columns={discountUseColumns}
    cells={{
      memberName: row => <AppLink to={memberAddress(row.memberId)}>{row.memberName}</AppLink>,
      fullPrice: row => (row.fullPrice === null ? '–' : currency(row.fullPrice)),
      amount: row => currency(row.amount),
      isTakenBack: row => (row.isTakenBack ? <Badge tone="warn">Taken back</Badge> : '–'),
    }}
    rowKey={row => row.useId}
    empty={
      <EmptyState icon={<IconDiscount size={24} />} title="Nobody has had it yet">
        Whoever pays less because of it stands here.
      </EmptyState>
    }
  />
)
