import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestDiscounts } from './best-discounts.ts'
import type { DiscountRule, PricedMember, PricedSubject } from './why-not.ts'

const plan: PricedSubject = { kind: 'plan', id: 7 }
const today = '2026-05-12'
const somebody: PricedMember = { categoryId: 3, tagIds: [5], dob: '2015-05-12', familyPosition: 2, uses: new Map() }

let made = 0
const rule = (values: Partial<DiscountRule> = {}): DiscountRule => ({
  discountId: ++made,
  name: values.name ?? `Discount ${made}`,
  code: null,
  percentHundredths: values.amountPence ? null : 1000,
  amountPence: null,
  forPlans: 'all',
  forProducts: 'none',
  forEvents: 'none',
  trainingPlanIds: [],
  productIds: [],
  productCategoryIds: [],
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
  uses: 0,
  canCombine: true,
  isActive: true,
  isOffHere: false,
  ...values,
})

interface Asked {
  pence?: number
  subject?: PricedSubject
  member?: Partial<PricedMember>
  code?: string | null
}

const ask = (discounts: DiscountRule[], { pence = 4000, subject = plan, member = {}, code = null }: Asked = {}) =>
  bestDiscounts({ subject, pence, member: { ...somebody, ...member }, discounts, today, code })

describe('which apply together', () => {
  const percent = (name: string, hundredths: number, canCombine = true) =>
    rule({ name, percentHundredths: hundredths, canCombine })
  const amount = (name: string, pence: number, canCombine = true) => rule({ name, amountPence: pence, canCombine })

  it.each([
    ['percentages are of the list price, each', 4000, [percent('A', 1000), percent('B', 500)], ['A 400', 'B 200']],
    ['amounts come after percentages', 4000, [amount('A', 900), percent('B', 1000)], ['B 400', 'A 900']],
    ['the largest first', 4000, [amount('A', 100), amount('B', 300)], ['B 300', 'A 100']],
    ['never more than the price', 1000, [percent('A', 8000), amount('B', 500)], ['A 800', 'B 200']],
    ['an amount above the price', 300, [amount('A', 500)], ['A 300']],
    ['one alone that is better', 4000, [percent('A', 1000), amount('B', 500, false)], ['B 500']],
    ['one alone that is as good', 4000, [percent('A', 1000), amount('B', 400, false)], ['A 400']],
    ['of several alone the best', 4000, [percent('A', 1000, false), percent('B', 2000, false)], ['B 800']],
    ['two that are equal alone: the older one', 4000, [amount('A', 400, false), percent('B', 1000, false)], ['A 400']],
    ['half a penny is taken off', 50, [percent('A', 1100)], ['A 6']],
    ['less than that is not', 44, [percent('A', 1000)], ['A 4']],
    ['each is rounded by itself', 50, [percent('A', 300), percent('B', 300)], ['A 2', 'B 2']],
    ['everything', 4000, [percent('A', 10_000)], ['A 4000']],
  ])('%s', (_, pence, discounts, expected) => {
    const { applied, pence: left } = ask(discounts, { pence })
    expect(applied.map(each => `${each.name} ${each.pence}`)).toEqual(expected)
    expect(left).toBe(pence - applied.reduce((sum, each) => sum + each.pence, 0))
  })

  it.each([
    [4000, [percent('A', 1000), amount('B', 500, false)], 'A', 'B takes off more (£5.00) and cannot be combined.'],
    [
      4000,
      [percent('A', 1000), amount('B', 100), amount('C', 500, false)],
      'C',
      'It cannot be combined, and £5.00 is taken off already (A and B).',
    ],
    [1000, [percent('A', 10_000), amount('B', 500)], 'B', 'Nothing is left to take off.'],
    [4, [percent('A', 1000)], 'A', 'Of this price it would be less than half a penny.'],
    [0, [percent('A', 1000)], 'A', 'There is nothing to pay.'],
  ])('of %i says why not the others', (pence, discounts, name, reason) => {
    const { refused } = ask(discounts, { pence })
    expect(refused.filter(each => each.name === name).map(each => each.reason)).toEqual([reason])
  })
})

describe('whom and what a discount is for', () => {
  const product: PricedSubject = { kind: 'product', id: 9, categoryId: 4 }
  const event: PricedSubject = { kind: 'event', id: 11 }

  it.each<[string, Partial<DiscountRule>, Asked, string | null]>([
    ['off', { isActive: false }, {}, 'It is switched off.'],
    ['off here', { isOffHere: true }, {}, 'This club has switched it off.'],
    ['another kind', {}, { subject: product }, 'It is not for products.'],
    ['a chosen plan', { forPlans: 'chosen', trainingPlanIds: [7] }, {}, null],
    ['another plan', { forPlans: 'chosen', trainingPlanIds: [8] }, {}, 'It is for other training plans.'],
    ['a chosen product', { forProducts: 'chosen', productIds: [9] }, { subject: product }, null],
    ['a chosen category', { forProducts: 'chosen', productCategoryIds: [4] }, { subject: product }, null],
    ['another product', { forProducts: 'chosen', productIds: [4] }, { subject: product }, 'It is for other products.'],
    ['a chosen event', { forEvents: 'chosen', classIds: [11] }, { subject: event }, null],
    ['another event', { forEvents: 'chosen', classIds: [9] }, { subject: event }, 'It is for other events.'],
    [
      'one that allows none',
      { forEvents: 'all' },
      { subject: { ...event, allowsDiscount: false } },
      'Nothing is taken off this event.',
    ],
    ['its first day', { fromDate: today }, {}, null],
    ['too early', { fromDate: '2026-05-13' }, {}, 'It begins on 13 May 2026.'],
    ['its last day', { untilDate: today }, {}, null],
    ['too late', { untilDate: '2026-05-11' }, {}, 'It ended on 11 May 2026.'],
    ['no code', { code: 'Spring' }, {}, 'It needs its code.'],
    ['another code', { code: 'Spring' }, { code: 'summer' }, 'It has another code.'],
    ['its code', { code: 'Spring' }, { code: ' SPRING ' }, null],
    ['no code needed', {}, { code: 'summer' }, null],
    ['his category', { categoryIds: [2, 3] }, {}, null],
    ['another category', { categoryIds: [2] }, {}, 'It is for members of another category.'],
    ['no category', { categoryIds: [2] }, { member: { categoryId: null } }, 'It is for members of another category.'],
    ['one of his tags', { tagIds: [5, 6] }, {}, null],
    ['none of his tags', { tagIds: [6] }, {}, 'It is for members with a tag that this one does not have.'],
    ['the second', { family: 'second' }, {}, null],
    [
      'the third as second',
      { family: 'second' },
      { member: { familyPosition: 3 } },
      'It is for the second member of a family; this is number 3.',
    ],
    ['the third as further', { family: 'secondAndFurther' }, { member: { familyPosition: 3 } }, null],
    [
      'the first',
      { family: 'secondAndFurther' },
      { member: { familyPosition: 1 } },
      'It is for the second and further members of a family; this is number 1.',
    ],
    ['the fifth as third', { family: 'thirdAndFurther' }, { member: { familyPosition: 5 } }, null],
    ['the youngest age', { minAge: 11, maxAge: 12 }, {}, null],
    ['the oldest age', { maxAge: 11 }, {}, null],
    ['too young', { minAge: 12 }, {}, 'It is for ages from 12; this is 11.'],
    ['too old', { minAge: 5, maxAge: 10 }, {}, 'It is for ages 5 to 10; this is 11.'],
    [
      'of unknown age',
      { maxAge: 10 },
      { member: { dob: null } },
      'It is for ages up to 10, and the date of birth is not known.',
    ],
    ['one use left', { maxUses: 3, uses: 2 }, {}, null],
    ['used up', { maxUses: 3, uses: 3 }, {}, 'All 3 uses have been used.'],
    ['its only use', { maxUses: 1, uses: 1 }, {}, 'Its one use has been used.'],
  ])('%s', (_, values, asked, reason) => {
    const { applied, refused } = ask([rule(values)], asked)
    expect(refused.map(each => each.reason)).toEqual(reason === null ? [] : [reason])
    expect(applied).toHaveLength(reason === null ? 1 : 0)
  })

  it('counts what the member has used', () => {
    const once = rule({ maxUsesPerMember: 1 })
    expect(ask([once]).applied).toHaveLength(1)
    const { refused } = ask([once], { member: { uses: new Map([[once.discountId, 1]]) } })
    expect(refused).toMatchObject([{ reason: 'This member has used it once, as often as one may.' }])
  })
})

describe('whatever the discounts', () => {
  const anyRule = fc
    .record({
      isPercent: fc.boolean(),
      hundredths: fc.integer({ min: 1, max: 10_000 }),
      off: fc.integer({ min: 1, max: 20_000 }),
      canCombine: fc.boolean(),
      isActive: fc.boolean(),
    })
    .map(({ isPercent, hundredths, off, canCombine, isActive }) =>
      rule({
        percentHundredths: isPercent ? hundredths : null,
        amountPence: isPercent ? null : off,
        canCombine,
        isActive,
      }),
    )
  const rules = fc.array(anyRule, { maxLength: 6 })
  const price = fc.integer({ min: 0, max: 10_000_000 })

  it('the price adds up, stays between nothing and itself, and each discount is named once', () => {
    fc.assert(
      fc.property(rules, price, (discounts, pence) => {
        const { pence: left, applied, refused } = ask(discounts, { pence })
        expect(left).toBe(pence - applied.reduce((sum, each) => sum + each.pence, 0))
        expect(left).toBeGreaterThanOrEqual(0)
        expect(applied.every(each => Number.isSafeInteger(each.pence) && each.pence > 0)).toBe(true)
        const named = [...applied, ...refused].map(({ discountId }) => discountId).sort((a, b) => a - b)
        expect(named).toEqual(discounts.map(({ discountId }) => discountId).sort((a, b) => a - b))
        expect(refused.every(({ reason }) => reason.endsWith('.'))).toBe(true)
      }),
    )
  })

  it('one that cannot be combined stands alone', () => {
    fc.assert(
      fc.property(rules, price, (discounts, pence) => {
        const given = ask(discounts, { pence }).applied.map(({ discountId }) => discountId)
        const isAlone = discounts.some(({ discountId, canCombine }) => !canCombine && given.includes(discountId))
        expect(isAlone && given.length > 1).toBe(false)
      }),
    )
  })

  it('another discount never makes it dearer, and it is no dearer than with any of them alone', () => {
    fc.assert(
      fc.property(rules, anyRule, price, (discounts, another, pence) => {
        const { pence: left } = ask(discounts, { pence })
        expect(ask([...discounts, another], { pence }).pence).toBeLessThanOrEqual(left)
        for (const single of discounts) expect(left).toBeLessThanOrEqual(ask([single], { pence }).pence)
      }),
    )
  })

  it('the order in which they are given does not matter', () => {
    fc.assert(
      fc.property(rules, price, (discounts, pence) => {
        const reversed = ask(discounts.toReversed(), { pence })
        expect(reversed.applied).toEqual(ask(discounts, { pence }).applied)
      }),
    )
  })
})
