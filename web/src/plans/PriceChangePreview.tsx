import type { Input } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { getPriceChangePreview, priceChangeColumns } from '@honbu/contract/price-changes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memberAddress } from '../members/member-address.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import type { Selection } from '../ui/grid/selection.ts'
import css from './Plans.module.css'
import { membersText } from './plan-texts.ts'

interface Props {
  input: Omit<Input<typeof getPriceChangePreview>, 'page' | 'pageSize' | 'sort' | 'filter'>
  selection: Selection
}

/** Everybody whom a new price concerns; some can be ticked, and it is for them alone then. */
export function PriceChangePreview({ input, selection }: Props) {
  return (
    <DataGrid
      label="Who pays what"
      name="price-change"
      call={getPriceChangePreview}
      input={input}
      columns={priceChangeColumns}
      cells={{
        priceBefore: row => (row.priceBefore === null ? '–' : currency(row.priceBefore)),
        priceAfter: row =>
          row.problem ? (
            <span className={css.stays}>{currency(row.priceAfter)}</span>
          ) : (
            <strong>{currency(row.priceAfter)}</strong>
          ),
        toldBy: row =>
          row.toldBy || (
            <Badge tone="warn" icon={<IconAlertTriangle size={14} aria-hidden="true" />}>
              No address
            </Badge>
          ),
      }}
      select={{
        selection,
        keyOf: row => row.clubMemberId,
        nameOf: row => row.name,
        bar: () => (
          <div className={css.bar}>
            <p role="status">
              For <strong>{membersText(selection.keys.size)}</strong> alone, as far as their price changes
            </p>
            <Button variant="quiet" onClick={selection.clear}>
              For all again
            </Button>
          </div>
        ),
      }}
      rowKey={row => row.clubMemberId}
      rowTo={row => `${memberAddress(row.memberId)}/membership`}
      empty={<EmptyState title="Nobody has this plan and pays it that way" />}
    />
  )
}
