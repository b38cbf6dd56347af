import * as z from 'zod/mini'
import { ask, get, id, post } from './endpoint.ts'
import { club, may, trainingPlan } from './guards.ts'
import { amountOrNone, wholeOrNone } from './plans.ts'

/** Off each payment: a percentage or an amount in pounds, or nothing. */
const reductions = {
  secondPercent: wholeOrNone(1, 100),
  secondOff: amountOrNone,
  /** Of the third and further; none: as the second. */
  thirdPercent: wholeOrNone(1, 100),
  thirdOff: amountOrNone,
}

const familyPrices = {
  ...reductions,
  /** The club's plans that use them. All others have their own. */
  planIds: z.array(id).check(z.maxLength(500)),
}

type Reductions = z.infer<z.ZodMiniObject<typeof reductions>>

/** What doesn't fit together, by the name of the field. */
export function* reductionProblems(fields: Reductions): Generator<readonly [keyof Reductions, string]> {
  if (fields.secondPercent !== null && fields.secondOff !== null) yield ['secondOff', 'Percent or amount, not both']
  if (fields.thirdPercent !== null && fields.thirdOff !== null) yield ['thirdOff', 'Percent or amount, not both']
}

export const FamilyPriceFields = z.object(familyPrices).check(context => {
  for (const [path, message] of reductionProblems(context.value))
    context.issues.push({ code: 'custom', input: context.value, path: [path], message })
})

export const getFamilyPrices = get('/api/club/GetFamilyPrices/:clubId', {
  summary: 'What further members of a family pay less in the plans of a club, and which of its plans use that.',
  access: club('clubId'),
  output: z.object({
    version: z.int(),
    secondPercent: z.nullable(z.int()),
    secondOff: z.nullable(z.number()),
    thirdPercent: z.nullable(z.int()),
    thirdOff: z.nullable(z.number()),
    /** Someone has saved them. */
    isSet: z.boolean(),
    /** The club's own, archived ones too. */
    plans: z.array(
      z.object({ planId: id, name: z.string(), isArchived: z.boolean(), usesThem: z.boolean(), hasOwn: z.boolean() }),
    ),
  }),
})

export const previewFamilyPrices = ask('/api/club/PreviewFamilyPrices/:clubId', {
  summary: 'Whose payments would change with these family prices, before other discounts, at most a hundred by name.',
  access: [may('changePrices', club('clubId')), may('changePrices', trainingPlan('planIds'))],
  input: familyPrices,
  output: z.object({
    members: z.int(),
    some: z.array(
      z.object({
        memberId: id,
        name: z.string(),
        planName: z.string(),
        /** Pounds a payment. */
        before: z.number(),
        after: z.number(),
      }),
    ),
  }),
})

export const saveFamilyPrices = post('/api/club/SaveFamilyPrices/:clubId', {
  summary:
    'Saves what further members of a family pay less in the plans that are named. They pay it from their next payment. A plan that is no longer named keeps what it has as its own.',
  access: [may('changePrices', club('clubId')), may('changePrices', trainingPlan('planIds'))],
  input: { version: z.int(), ...familyPrices },
  output: z.object({ version: z.int(), plans: z.int() }),
})
