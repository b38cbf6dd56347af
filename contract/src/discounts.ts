import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import {
  admin,
  club,
  discount,
  klass,
  member,
  offeredDiscount,
  orNew,
  treeCategory,
  treePlan,
  treeProduct,
  treeProductCategory,
  treeTag,
} from './guards.ts'
import { written, writtenOrNull } from './written.ts'

/** How a discount stands today, in the club that is looked at. */
export const discountStates = [
  ['active', 'Active'],
  ['upcoming', 'To come'],
  ['ended', 'Ended'],
  ['usedUp', 'Used up'],
  ['off', 'Switched off'],
] as const

const state = z.enum(['active', 'upcoming', 'ended', 'usedUp', 'off'])

/** What the list of discounts can be filtered and sorted by. */
export const discountColumns = columns({
  name: { type: 'string', title: 'Discount' },
  code: { type: 'string', title: 'Code' },
  percent: { type: 'number', title: 'Percent' },
  amount: { type: 'number', title: 'Amount' },
  clubName: { type: 'string', title: 'Of' },
  state: { type: 'string', title: 'State', choices: discountStates.map(([value, text]) => ({ value, text })) },
  fromDate: { type: 'date', title: 'From' },
  untilDate: { type: 'date', title: 'Until' },
  uses: { type: 'number', title: 'Times used' },
  given: { type: 'number', title: 'Given' },
})

const found = {
  discountId: id,
  name: z.string(),
  code: z.nullable(z.string()),
  /** Off the list price, or pounds; one of the two. */
  percent: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  clubId: id,
  clubName: z.string(),
  state,
  fromDate: z.nullable(date),
  untilDate: z.nullable(date),
  maxUses: z.nullable(z.int()),
  /** How often, and how much in pounds, in the user's clubs; what was taken back does not count. */
  uses: z.int(),
  given: z.number(),
}

export const getDiscounts = get('/api/club/GetDiscounts', {
  summary:
    "The discounts of the user's clubs, and those that clubs above give to them, as a grid; with clubId those that are " +
    'meant for that club.',
  access: club('clubId'),
  input: { ...gridInput, clubId: z.optional(idText) },
  output: gridPage(z.object(found)),
})

const scope = z.enum(['none', 'all', 'chosen'])
const ids = z.array(id).check(z.maxLength(500, { error: 'At most 500' }))
const wholeYears = z.nullable(
  z
    .int({ error: 'Whole years, or empty' })
    .check(z.gte(0, { error: 'From 0, or empty' }), z.lte(150, { error: 'At most 150' })),
)
const times = z.nullable(
  z
    .int({ error: 'A whole number from 1, or empty' })
    .check(z.gte(1, { error: 'At least 1, or empty' }), z.lte(1_000_000, { error: 'At most 1,000,000' })),
)
const hundredths = (error: string) =>
  z.refine<number>(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error })

/** Pounds, in whole pence. */
const pounds = (least: number) =>
  z
    .number({ error: 'Give an amount in pounds' })
    .check(
      z.gte(least, { error: 'More than nothing' }),
      z.lte(100_000, { error: 'At most £100,000' }),
      hundredths('At most two decimals'),
    )

const discountFields = {
  name: written(100).check(z.minLength(1, { error: 'Give it a name' })),
  /** Unique in the tree of clubs, whatever the case. */
  code: writtenOrNull(40),
  percent: z.nullable(
    z
      .number({ error: 'Give a percentage' })
      .check(
        z.gte(0.01, { error: 'More than nothing' }),
        z.lte(100, { error: 'At most 100 %' }),
        hundredths('At most two decimals'),
      ),
  ),
  amount: z.nullable(pounds(0.01)),
  forPlans: scope,
  forProducts: scope,
  forEvents: scope,
  trainingPlanIds: ids,
  productCategoryIds: ids,
  productIds: ids,
  classIds: ids,
  /** For members of one of these categories, with one of these tags; empty: for all. */
  categoryIds: ids,
  tagIds: ids,
  family: z.enum(['any', 'second', 'secondAndFurther', 'thirdAndFurther']),
  minAge: wholeYears,
  maxAge: wholeYears,
  fromDate: z.nullable(date),
  untilDate: z.nullable(date),
  maxUses: times,
  maxUsesPerMember: times,
  canCombine: z.boolean(),
  isActive: z.boolean(),
  /** For the club alone, for it and all below it, or for the clubs in `clubIds`. */
  reach: z.enum(['own', 'below', 'chosen']),
  clubIds: ids,
}

type Fields = z.infer<z.ZodMiniObject<typeof discountFields>>

/** What does not fit together, each with the field at which to say it. */
const wrongTogether: readonly (readonly [keyof Fields, string, (fields: Fields) => boolean])[] = [
  [
    'amount',
    'Give a percentage or an amount, one of the two',
    ({ percent, amount }) => (percent === null) === (amount === null),
  ],
  [
    'forPlans',
    'Choose what it is for',
    ({ forPlans, forProducts, forEvents }) => [forPlans, forProducts, forEvents].every(each => each === 'none'),
  ],
  [
    'trainingPlanIds',
    'Choose the plans',
    ({ forPlans, trainingPlanIds }) => forPlans === 'chosen' && trainingPlanIds.length === 0,
  ],
  [
    'productIds',
    'Choose products or categories',
    ({ forProducts, productIds, productCategoryIds }) =>
      forProducts === 'chosen' && productIds.length + productCategoryIds.length === 0,
  ],
  ['classIds', 'Choose the events', ({ forEvents, classIds }) => forEvents === 'chosen' && classIds.length === 0],
  ['clubIds', 'Choose the clubs', ({ reach, clubIds }) => reach === 'chosen' && clubIds.length === 0],
  [
    'maxAge',
    'Should not be below the youngest',
    ({ minAge, maxAge }) => minAge !== null && maxAge !== null && maxAge < minAge,
  ],
  [
    'untilDate',
    'Should not be before the first day',
    ({ fromDate, untilDate }) => fromDate !== null && untilDate !== null && untilDate < fromDate,
  ],
]

/** The first thing that does not fit: the field, and what to say; null: all is well. */
export function wrongDiscount(fields: Fields): readonly [field: keyof Fields, message: string] | null {
  const wrong = wrongTogether.find(([, , isWrong]) => isWrong(fields))
  return wrong ? [wrong[0], wrong[1]] : null
}

/** What a person edits of a discount. */
export const DiscountFields = z.object(discountFields).check(context => {
  for (const [field, message, isWrong] of wrongTogether)
    if (isWrong(context.value))
      context.issues.push({ code: 'custom', input: context.value[field], path: [field], message })
})

const named = z.array(z.object({ id, name: z.string() }))

/** A discount as its screen and its form show it: of what was chosen, the names too. */
export const Discount = z.object({
  ...found,
  version: z.int(),
  forPlans: scope,
  forProducts: scope,
  forEvents: scope,
  trainingPlans: named,
  productCategories: named,
  products: named,
  classes: named,
  categories: named,
  tags: named,
  family: discountFields.family,
  minAge: z.nullable(z.int()),
  maxAge: z.nullable(z.int()),
  maxUsesPerMember: z.nullable(z.int()),
  /** In all clubs together: what `maxUses` is about. */
  usesInAll: z.int(),
  canCombine: z.boolean(),
  isActive: z.boolean(),
  reach: discountFields.reach,
  /** The clubs that were chosen. */
  chosenClubs: named,
  /** Is the user an admin of the club that has made it? */
  canEdit: z.boolean(),
  /** The user's clubs that it is meant for, without the one that has made it: each may switch it off for itself. */
  clubs: z.array(z.object({ clubId: id, clubName: z.string(), isOff: z.boolean(), canSwitch: z.boolean() })),
})

export const getDiscount = get('/api/club/GetDiscount/:id', {
  summary: 'A discount, for users of the club that has made it and of those it is meant for.',
  access: offeredDiscount('id'),
  output: Discount,
})

/** What the list of uses can be filtered and sorted by. */
export const discountUseColumns = columns({
  usedOn: { type: 'date', title: 'Date' },
  memberName: { type: 'string', title: 'Member' },
  clubName: { type: 'string', title: 'Club' },
  description: { type: 'string', title: 'What for' },
  fullPrice: { type: 'number', title: 'Full price' },
  amount: { type: 'number', title: 'Taken off' },
  isTakenBack: { type: 'boolean', title: 'Taken back' },
})

export const getDiscountUses = get('/api/club/GetDiscountUses/:id', {
  summary: "To whom a discount was given in the user's clubs, and how much, as a grid; the latest first.",
  access: offeredDiscount('id'),
  input: gridInput,
  output: gridPage(
    z.object({
      useId: id,
      usedOn: date,
      memberId: id,
      memberName: z.string(),
      clubName: z.string(),
      description: z.string(),
      /** Pounds before all discounts; null where nothing was left to charge. */
      fullPrice: z.nullable(z.number()),
      amount: z.number(),
      /** The charge was reversed: the use is free again. */
      isTakenBack: z.boolean(),
    }),
  ),
})

const choice = z.object({ id, name: z.string() })
const priced = z.extend(choice, { price: z.nullable(z.number()), allowDiscount: z.boolean() })

export const getDiscountChoices = get('/api/club/GetDiscountChoices/:clubId', {
  summary:
    'What a discount of a club can be limited to: plans, products, events, categories and tags of the club, of those above ' +
    'and of those below it, and the clubs below it.',
  access: club('clubId'),
  output: z.object({
    /** `price`: what it costs, in pounds; of a plan the monthly price, or another where there is none. */
    trainingPlans: z.array(priced),
    productCategories: z.array(choice),
    products: z.array(priced),
    classes: z.array(priced),
    categories: z.array(choice),
    tags: z.array(choice),
    /** The club itself first, then those below it. */
    clubs: z.array(choice),
  }),
})

export const saveDiscount = post('/api/club/SaveDiscount/:id', {
  summary: 'Saves a discount of a club; id 0: a new one. One that clubs above have made is changed only there.',
  access: [
    admin(orNew(discount('id'))),
    admin(club('clubId')),
    club('clubIds'),
    treePlan('trainingPlanIds'),
    treeProductCategory('productCategoryIds'),
    treeProduct('productIds'),
    klass('classIds'),
    treeCategory('categoryIds'),
    treeTag('tagIds'),
  ],
  input: { clubId: id, version: z.optional(z.int()), ...discountFields },
  output: z.object({ discountId: id, version: z.int() }),
})

export const switchDiscount = post('/api/club/SwitchDiscount/:id', {
  summary: 'A club that a discount of a club above is meant for does not give it, or gives it again.',
  access: [offeredDiscount('id'), admin(club('clubId'))],
  input: { clubId: id, isOn: z.boolean() },
  output: z.object({ discountId: id, isOn: z.boolean() }),
})

export const deleteDiscount = post('/api/club/DeleteDiscount/:id', {
  summary: 'Deletes a discount that was never used; otherwise refuses: it can be switched off.',
  access: admin(discount('id')),
  output: z.object({ discountId: id }),
})

export const checkDiscounts = ask('/api/club/CheckDiscounts/:clubId', {
  summary:
    'What a member would pay in a club for a plan, a product or an event (one of the three): which discounts apply, in ' +
    'which order, and why the others do not.',
  access: [club('clubId'), member('memberId'), treePlan('trainingPlanId'), treeProduct('productId'), klass('classId')],
  input: {
    memberId: id,
    trainingPlanId: z.optional(z.nullable(id)),
    productId: z.optional(z.nullable(id)),
    classId: z.optional(z.nullable(id)),
    /** Pounds, before discounts. */
    price: pounds(0),
    code: z.optional(writtenOrNull(40)),
  },
  output: z.object({
    fullPrice: z.number(),
    price: z.number(),
    discounts: z.array(z.object({ discountId: id, name: z.string(), amount: z.number() })),
    others: z.array(z.object({ discountId: id, name: z.string(), reason: z.string() })),
  }),
})
