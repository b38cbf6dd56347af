import { randomUUID } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'
import { createDiscount } from './factories/discounts.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the calls about discounts take. */
export const discountInputs: Readonly<Record<string, RightInput>> = {
  saveDiscount: () => ({ id: 0, ...aDiscount(), reach: 'own', clubIds: [] }),
  deleteDiscount: async ({ club }, db) => ({ id: (await createDiscount(db, { clubId: club })).id }),
  // Our discount is for the clubs below too, of which there is one.
  switchDiscount: async ({ club }, db) => ({
    isOn: false,
    clubId: (
      await db
        .selectFrom('club')
        .select('id')
        .where('parent_club_id', '=', club)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id,
  }),
  checkDiscounts: () => ({ price: 29, productId: null, classId: null }),
}

/** What a form sends: ten per cent off all plans, for everybody. */
export const aDiscount = (name = `Discount ${randomUUID()}`) => ({
  name,
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
  clubIds: [] as number[],
})
