import type { Output } from '@honbu/contract/endpoint.ts'
import type { getFamilyPrices } from '@honbu/contract/family-prices.ts'
import { currency, wholeNumber } from '@honbu/contract/format.ts'
import { names, subFrequency } from '@honbu/contract/ids.ts'
import { agesInWords, type Reduction } from '@honbu/contract/plan-price.ts'
import { frequencyOfPrice, type getTrainingPlan, type getTrainingPlans } from '@honbu/contract/plans.ts'

export type PlanRow = Output<typeof getTrainingPlans>[number]
export type Plan = Output<typeof getTrainingPlan>
/** The id of one of the ways in which a plan is paid. */
export type Frequency = (typeof subFrequency)[keyof typeof subFrequency]
type Prices = Pick<PlanRow, keyof typeof frequencyOfPrice>

/** What a plan costs by the ids of the frequencies, in pounds. */
export const pricesOf = (plan: Prices): { subFrequencyId: Frequency; price: number }[] =>
  (Object.keys(frequencyOfPrice) as (keyof Prices)[]).flatMap(name => {
    const price = plan[name]
    return price === null ? [] : [{ subFrequencyId: frequencyOfPrice[name], price }]
  })

/** '£29.00 monthly, £290.00 yearly' */
export const pricesText = (plan: Prices): string =>
  pricesOf(plan)
    .map(({ subFrequencyId, price }) => `${currency(price)} ${frequencyText(subFrequencyId)}`)
    .join(', ')

/** 'monthly', as it stands behind an amount. */
export const frequencyText = (subFrequencyId: number): string =>
  subFrequencyId === subFrequency.oneOff ? 'once' : (names[subFrequencyId] ?? '').toLowerCase()

type Limits = Pick<PlanRow, 'classesPerWeek' | 'classesPerMonth'>

/** '2 classes a week, 9 a month' */
export function limitsText({ classesPerWeek, classesPerMonth }: Limits): string {
  if (classesPerWeek === null && classesPerMonth === null) return 'As many classes as there are'
  const classes = (count: number) => (count === 1 ? '1 class' : `${count} classes`)
  const week = classesPerWeek === null ? '' : `${classes(classesPerWeek)} a week`
  if (classesPerMonth === null) return week
  return week ? `${week}, ${classesPerMonth} a month` : `${classes(classesPerMonth)} a month`
}

/** '10% off', '£5.00 off' */
export function reductionText({ percent, offPence }: Reduction): string {
  return percent === null ? `${currency((offPence ?? 0) / 100)} off` : `${percent}% off`
}

/** 'Ages 4 to 6' */
export function agesText(plan: Pick<PlanRow, 'minAge' | 'maxAge'>): string {
  const ages = agesInWords(plan)
  return ages.charAt(0).toUpperCase() + ages.slice(1)
}

export const membersText = (count: number): string => (count === 1 ? '1 member' : `${wholeNumber(count)} members`)

/** What is off for the second, and for the third and further of a family; null: nothing. */
export const reductionsOf = (plan: Pick<Plan, 'secondPercent' | 'secondOff' | 'thirdPercent' | 'thirdOff'>) => ({
  second: reduction(plan.secondPercent, plan.secondOff),
  third: reduction(plan.thirdPercent, plan.thirdOff),
})

export type FamilyPrices = Output<typeof getFamilyPrices>

/** 'second 10% off, third and further 20% off' */
export function familyText(
  prices: Pick<FamilyPrices, 'secondPercent' | 'secondOff' | 'thirdPercent' | 'thirdOff'>,
): string {
  const { second, third } = reductionsOf(prices)
  if (!second && !third) return 'nothing off'
  if (!third) return `second and further ${second ? reductionText(second) : ''}`
  return `second ${second ? reductionText(second) : 'nothing off'}, third and further ${reductionText(third)}`
}

const reduction = (percent: number | null, off: number | null): Reduction | null =>
  percent === null && off === null ? null : { percent, offPence: off === null ? null : Math.round(off * 100) }
