import type { DiscountFields } from '@honbu/contract/discounts.ts'
import type * as z from 'zod/mini'
import type { DiscountRecord } from './discount-text.ts'

export type DiscountValues = z.input<typeof DiscountFields>

/** What the form starts from: a record, or ten per cent off all plans, nothing else said. */
export function valuesOf(discount: DiscountRecord | undefined): DiscountValues {
  if (!discount) return newDiscount
  const { name, code, percent, amount, forPlans, forProducts, forEvents, family, minAge, maxAge } = discount
  const { fromDate, untilDate, maxUses, maxUsesPerMember, canCombine, isActive, reach } = discount
  return {
    ...{ name, code, percent, amount, forPlans, forProducts, forEvents, family, minAge, maxAge },
    ...{ fromDate, untilDate, maxUses, maxUsesPerMember, canCombine, isActive, reach },
    trainingPlanIds: idsOf(discount.trainingPlans),
    productCategoryIds: idsOf(discount.productCategories),
    productIds: idsOf(discount.products),
    classIds: idsOf(discount.classes),
    categoryIds: idsOf(discount.categories),
    tagIds: idsOf(discount.tags),
    clubIds: idsOf(discount.chosenClubs),
  }
}

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

const newDiscount: DiscountValues = {
  name: '',
  code: null,
  percent: 10,
  amount: null,
  forPlans: 'all',
  forProducts: 'none',
  forEvents: 'none',
  trainingPlanIds: [],
  productCategoryIds: [],
  productIds: [],
  classIds: [],
  categoryIds: [],
  tagIds: [],
  family: 'any',
  minAge: null,
  maxAge: null,
  fromDate: null,
  untilDate: null,
  maxUses: null,
  maxUsesPerMember: null,
  canCombine: false,
  isActive: true,
  reach: 'own',
  clubIds: [],
}
