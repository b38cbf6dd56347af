import type { PanelProps } from '../clubs/panel-props.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { DiscountGrid } from './DiscountGrid.tsx'
import { discountsAddress } from './discount-address.ts'
import { NewDiscountLink } from './NewDiscountLink.tsx'

/** The discounts of a club, and those that a club above gives to it, in Club Admin. */
export function DiscountsTab({ clubId, isAdmin }: PanelProps) {
  return (
    <DiscountGrid
      clubId={clubId}
      canCreate={isAdmin}
      actions={
        <>
          <AppLink to={discountsAddress} className={buttonClass('quiet')}>
            Of all my clubs
          </AppLink>
          {isAdmin && <NewDiscountLink clubId={clubId} />}
        </>
      }
    />
  )
}
