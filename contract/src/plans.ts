import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, klass, may, orNew, trainingPlan, treeCategory, treeDiscipline, treePlan } from './guards.ts'
import { choicesOf, subFrequency } from './ids.ts'
import { vatCodeId } from './vat.ts'
import { written, writtenLines } from './written.ts'

/** Pounds and pence, up to £100,000. */
export const pounds = z
  .number({ error: 'Should be an amount' })
  .check(z.gte(0, { error: 'Not below zero' }), z.lte(100_000, { error: 'At most £100,000' }), z.multipleOf(0.01))

/** Between two whole numbers, or none. */
export const wholeOrNone = (least: number, most: number) => {
  const error = `A whole number from ${least} to ${most}, or empty`
  return z.nullable(z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error })))
}

/** Empty: nothing. */
const poundsOrNothing = z.pipe(
  z.nullable(pounds),
  z.transform(amount => amount ?? 0),
)

/** Above zero, or none. */
export const amountOrNone = z.nullable(pounds.check(z.gte(0.01, { error: 'More than nothing, or empty' })))

const manyIds = z.array(id).check(z.maxLength(500, { error: 'At most 500' }))

/** What a payment costs by how often it falls due, in pounds; null: it is not paid that way. */
export const planPriceFields = {
  weeklyPrice: z.nullable(pounds),
  monthlyPrice: z.nullable(pounds),
  quarterlyPrice: z.nullable(pounds),
  yearlyPrice: z.nullable(pounds),
  oneOffPrice: z.nullable(pounds),
}

/** The same fields with the ids of the frequencies. */
export const frequencyOfPrice = {
  weeklyPrice: subFrequency.weekly,
  monthlyPrice: subFrequency.monthly,
  quarterlyPrice: subFrequency.quarterly,
  yearlyPrice: subFrequency.yearly,
  oneOffPrice: subFrequency.oneOff,
} as const

const planFields = {
  name: written(200).check(z.minLength(1, { error: 'Give it a name' })),
  description: writtenLines(2000),
  ...planPriceFields,
  /** Classes allowed; null: as many as there are. */
  classesPerWeek: wholeOrNone(1, 100),
  classesPerMonth: wholeOrNone(1, 400),
  coversAll: z.boolean(),
  /** Where it does not cover all. */
  classIds: manyIds,
  disciplineIds: manyIds,
  joiningFee: poundsOrNothing,
  /** Days; null: as long as any trial. */
  trialDays: wholeOrNone(1, 365),
  trialPrice: poundsOrNothing,
  /** The VAT rate of its prices; null: that of memberships in the club. */
  vatCodeId: z._default(z.nullable(vatCodeId), null),
  minimumMonths: wholeOrNone(1, 60),
  /** Days before a member can leave; a month at most (docs/consumer-law.md). */
  noticeDays: z._default(
    z
      .int({ error: 'Should be a whole number' })
      .check(z.gte(0, { error: 'Not below zero' }), z.lte(31, { error: 'At most 31, a month' })),
    0,
  ),
  /** It takes off what the club's family prices say, whatever else is given here. Left out: as it was; a new plan has its own. */
  usesFamilyPrices: z.optional(z.boolean()),
  /** Off each payment of the second of a family: one of the two, or none. */
  secondPercent: wholeOrNone(1, 100),
  secondOff: amountOrNone,
  /** Of the third and further; none: as the second. */
  thirdPercent: wholeOrNone(1, 100),
  thirdOff: amountOrNone,
  /** Who may buy it; none: all. */
  categoryIds: manyIds,
  /** Whole years, both included. */
  minAge: wholeOrNone(0, 150),
  maxAge: wholeOrNone(0, 150),
}

type Fields = z.infer<z.ZodMiniObject<typeof planFields>>

/** What a person edits of a plan. */
export const TrainingPlanFields = z.object(planFields).check(context => {
  for (const [path, message] of problemsOf(context.value))
    context.issues.push({ code: 'custom', input: context.value, path: [path], message })
})

/** What does not fit together, by the name of the field. */
export function* problemsOf(fields: Fields): Generator<readonly [keyof Fields, string]> {
  const prices = Object.keys(frequencyOfPrice) as (keyof typeof frequencyOfPrice)[]
  if (prices.every(price => fields[price] === null)) yield ['monthlyPrice', 'Give at least one price; 0 is one too']
  if (!fields.coversAll && fields.classIds.length + fields.disciplineIds.length === 0)
    yield ['classIds', 'Choose the classes or disciplines that it covers']
  if (fields.secondPercent !== null && fields.secondOff !== null) yield ['secondOff', 'Percent or amount, not both']
  if (fields.thirdPercent !== null && fields.thirdOff !== null) yield ['thirdOff', 'Percent or amount, not both']
  if (fields.minAge !== null && fields.maxAge !== null && fields.minAge > fields.maxAge)
    yield ['maxAge', 'Should not be below the youngest']
}

const named = z.object({ id, name: z.string() })

const owned = {
  clubId: id,
  clubName: z.string(),
  /** Of a club above: changed only there. */
  isInherited: z.boolean(),
  isArchived: z.boolean(),
}

const planRow = {
  planId: id,
  version: z.int(),
  ...owned,
  name: z.string(),
  description: z.string(),
  ...planPriceFields,
  classesPerWeek: z.nullable(z.int()),
  classesPerMonth: z.nullable(z.int()),
  minAge: z.nullable(z.int()),
  maxAge: z.nullable(z.int()),
  /** Memberships that go on, of this club and those below it. */
  memberCount: z.int(),
}

export const getTrainingPlans = get('/api/club/GetTrainingPlans/:clubId', {
  summary: 'The training plans that a club uses: those of the clubs above it and its own, archived ones too.',
  access: club('clubId'),
  output: z.array(z.object(planRow)),
})

export const TrainingPlan = z.object({
  ...planRow,
  coversAll: z.boolean(),
  classes: z.array(named),
  disciplines: z.array(named),
  joiningFee: z.number(),
  trialDays: z.nullable(z.int()),
  trialPrice: z.number(),
  vatCodeId: z.nullable(vatCodeId),
  minimumMonths: z.nullable(z.int()),
  noticeDays: z.int(),
  usesFamilyPrices: z.boolean(),
  secondPercent: z.nullable(z.int()),
  secondOff: z.nullable(z.number()),
  thirdPercent: z.nullable(z.int()),
  thirdOff: z.nullable(z.number()),
  categories: z.array(named),
  /** Of `memberCount`: who pays another price than the plan asks now, before what is off for a family. */
  otherPriceCount: z.int(),
  /** Today in the club. */
  today: date,
})

export const getTrainingPlan = get('/api/club/GetTrainingPlan/:id', {
  summary: 'A training plan as a club sees it.',
  access: [treePlan('id'), club('clubId')],
  input: { clubId: idText },
  output: TrainingPlan,
})

export const getPlanChoices = get('/api/club/GetPlanChoices/:clubId', {
  summary:
    'What a plan of this club can cover and whom it can be for: classes of the club and those below it that have not ' +
    'ended, disciplines and categories of the club and those above it.',
  access: club('clubId'),
  output: z.object({ classes: z.array(named), disciplines: z.array(named), categories: z.array(named) }),
})

/** What the list of who has a plan can be filtered and sorted by. */
export const planMemberColumns = columns({
  name: { type: 'string', title: 'Member' },
  clubName: { type: 'string', title: 'Club' },
  memberStatusId: {
    type: 'number',
    title: 'Status',
    choices: [
      { value: 21, text: 'Active' },
      { value: 24, text: 'Issue' },
    ],
  },
  subFrequencyId: { type: 'number', title: 'Paid', choices: choicesOf(subFrequency) },
  subPrice: { type: 'number', title: 'Price' },
  /** More or less than the plan asks now. */
  isOtherPrice: { type: 'boolean', title: 'Other price than the plan’s' },
  memberSince: { type: 'date', title: 'Member since' },
  nextPayment: { type: 'date', title: 'Next payment' },
})

export const getPlanMembers = get('/api/club/GetPlanMembers/:id', {
  summary: 'Who has a plan, in this club and those below it, with what each pays: a grid.',
  access: [treePlan('id'), club('clubId')],
  input: { clubId: idText, ...gridInput },
  output: gridPage(
    z.object({
      memberId: id,
      clubMemberId: id,
      name: z.string(),
      clubName: z.string(),
      memberStatusId: z.int(),
      subFrequencyId: z.nullable(z.int()),
      /** Pounds. */
      subPrice: z.nullable(z.number()),
      isOtherPrice: z.boolean(),
      memberSince: z.nullable(date),
      nextPayment: z.nullable(date),
    }),
  ),
})

const saved = z.object({ planId: id, version: z.int() })

export const saveTrainingPlan = post('/api/club/SaveTrainingPlan/:id', {
  summary:
    'Saves a plan of a club (0: a new one). Its prices hold for those who begin with it: who has it pays what was agreed.',
  access: [
    may('changePrices', orNew(trainingPlan('id'))),
    may('changePrices', club('clubId')),
    klass('classIds'),
    treeDiscipline('disciplineIds'),
    treeCategory('categoryIds'),
  ],
  input: { clubId: id, version: z.optional(z.int()), ...planFields },
  output: saved,
})

export const archiveTrainingPlan = post('/api/club/ArchiveTrainingPlan/:id', {
  summary: 'A plan is not offered any more, or is again; who has it keeps it.',
  access: may('changePrices', trainingPlan('id')),
  input: { isArchived: z.boolean() },
  output: saved,
})

export const deleteTrainingPlan = post('/api/club/DeleteTrainingPlan/:id', {
  summary: 'Deletes a plan that nobody has, has had or is to have; any other is archived.',
  access: may('changePrices', trainingPlan('id')),
  output: z.object({ planId: id }),
})
