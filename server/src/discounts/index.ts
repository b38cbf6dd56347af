import * as discounts from '@honbu/contract/discounts.ts'
import { serve } from '../platform/route.ts'
import { checkDiscounts } from './check-discounts.ts'
import { getDiscount } from './get-discount.ts'
import { getDiscountChoices } from './get-discount-choices.ts'
import { getDiscounts, getDiscountUses } from './get-discounts.ts'
import { deleteDiscount, saveDiscount } from './save-discount.ts'
import { switchDiscount } from './switch-discount.ts'

export { endUses } from './end-uses.ts'
export { familyPositions } from './family-positions.ts'
export { type MemberInClub, placeKey } from './places.ts'
export { type Price, type PriceQuestion, priceFor, pricesFor, pricesToCharge } from './prices-for.ts'
export { type DiscountUse, recordUses } from './record-uses.ts'
export { whyNotByCode } from './why-not-by-code.ts'

export const serveDiscounts = serve(discounts, {
  getDiscounts,
  getDiscount,
  getDiscountUses,
  getDiscountChoices,
  saveDiscount,
  switchDiscount,
  deleteDiscount,
  checkDiscounts,
})
