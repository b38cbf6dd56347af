import { describe, expect, it } from 'vitest'
import {
  type DiscountRecord,
  limitText,
  memberTexts,
  reachText,
  subjectTexts,
  valueText,
  whenText,
} from './discount-text.ts'

const discount: DiscountRecord = {
  discountId: 1,
  version: 1,
  name: 'Summer',
  code: null,
  percent: 12.5,
  amount: null,
  clubId: 1,
  clubName: 'Head office',
  state: 'active',
  fromDate: null,
  untilDate: null,
  forPlans: 'all',
  forProducts: 'none',
  forEvents: 'none',
  trainingPlans: [],
  productCategories: [],
  products: [],
  classes: [],
  categories: [],
  tags: [],
  family: 'any',
  minAge: null,
  maxAge: null,
  maxUses: null,
  maxUsesPerMember: null,
  uses: 0,
  usesInAll: 0,
  given: 0,
  canCombine: false,
  isActive: true,
  reach: 'own',
  chosenClubs: [],
  canEdit: true,
  clubs: [],
}

describe('what a discount is, in words', () => {
  it.each([
    [valueText(discount), '12.5%'],
    [valueText({ percent: null, amount: 5 }), '£5.00'],
    [subjectTexts(discount), ['All plans']],
    [
      subjectTexts({
        ...discount,
        forPlans: 'none',
        forProducts: 'chosen',
        productCategories: [{ id: 1, name: 'Gloves' }],
        products: [{ id: 2, name: 'Gi' }],
        forEvents: 'chosen',
      }),
      ['Products: all Gloves, Gi', 'Events: none any more'],
    ],
    [memberTexts(discount), ['Everybody']],
    [memberTexts({ ...discount, code: 'SUN' }), ['Who says the code SUN']],
    [
      memberTexts({ ...discount, tags: [{ id: 1, name: 'Squad' }], family: 'second', minAge: 5, maxAge: 11 }),
      ['With the tag Squad', 'The second member of a family', 'Aged 5 to 11'],
    ],
    [memberTexts({ ...discount, maxAge: 15 }), ['Up to age 15']],
    [memberTexts({ ...discount, minAge: 16 }), ['From age 16']],
    [whenText(discount), ''],
    [whenText({ fromDate: '2026-06-01', untilDate: '2026-08-31' }), 'From 1 Jun 2026 until 31 Aug 2026'],
    [whenText({ fromDate: null, untilDate: '2026-08-31' }), 'Until 31 Aug 2026'],
    [limitText(discount), ''],
    [
      limitText({ ...discount, maxUses: 50, usesInAll: 12, maxUsesPerMember: 1 }),
      '12 of 50 uses used · once for each member',
    ],
    [limitText({ ...discount, maxUsesPerMember: 2 }), '2 times for each member'],
    [reachText(discount), 'Head office alone'],
    [reachText({ ...discount, reach: 'below' }), 'Head office and all clubs below it'],
    [reachText({ ...discount, reach: 'chosen', chosenClubs: [{ id: 2, name: 'Leeds' }] }), 'Leeds'],
  ])('%j', (text, expected) => {
    expect(text).toEqual(expected)
  })
})
