import { addDays, addMonths, ageOn, daysBetween } from './calendar.ts'
import { subFrequency } from './ids.ts'

/** Off each payment: so many percent, or an amount in pence. */
export interface Reduction {
  readonly percent: number | null
  readonly offPence: number | null
}

export interface PricedPlan {
  readonly prices: readonly { readonly subFrequencyId: number; readonly pence: number }[]
  /** Of the second of a family; null: as the first. */
  readonly second: Reduction | null
  /** Of the third and further; null: as the second. */
  readonly third: Reduction | null
}

/** Whose turn somebody is in his family: 1 for the first and for who has none, 2, 3 … */
export interface OfPlan {
  readonly plan: PricedPlan
  readonly subFrequencyId: number
  readonly familyPosition: number
}

/**
 * Pence a payment of a plan, with what is off for a second or further member of a family; null where the plan is not paid
 * that way. Never below zero.
 */
export function priceOfPlan({ plan, subFrequencyId, familyPosition }: OfPlan): number | null {
  const price = plan.prices.find(each => each.subFrequencyId === subFrequencyId)
  return price ? familyPrice(price.pence, plan, familyPosition) : null
}

/**
 * What is left of an agreed price for a member at this place of a family. A percentage is rounded to the nearest penny,
 * halves up; never below zero.
 */
export function familyPrice(pence: number, plan: Pick<PricedPlan, 'second' | 'third'>, familyPosition: number): number {
  const off = reductionAt(plan, familyPosition)
  if (off === null) return pence
  if (off.percent !== null) return Math.round((pence * (100 - off.percent)) / 100)
  return Math.max(0, pence - (off.offPence ?? 0))
}

function reductionAt({ second, third }: Pick<PricedPlan, 'second' | 'third'>, familyPosition: number) {
  if (familyPosition <= 1) return null
  return familyPosition === 2 ? second : (third ?? second)
}

/** Months of a period; a week and what is paid once have none. */
const monthsIn: Readonly<Record<number, number>> = {
  [subFrequency.monthly]: 1,
  [subFrequency.quarterly]: 3,
  [subFrequency.yearly]: 12,
}

/**
 * The first payment on or after a day, in whole periods from the next payment (the database has the same rule as
 * `first_due`). A month that is too short gives its last day: the day that was agreed (`agreedDay`, 1 to 31, where it is
 * known and the next payment is on it) comes back after it. Null for what is paid once, before that day.
 */
export function firstDue(
  nextPayment: string,
  subFrequencyId: number,
  onOrAfter: string,
  agreedDay: number | null = null,
): string | null {
  if (nextPayment >= onOrAfter) return nextPayment
  if (subFrequencyId === subFrequency.weekly)
    return addDays(nextPayment, 7 * Math.ceil(daysBetween(nextPayment, onOrAfter) / 7))
  const step = monthsIn[subFrequencyId]
  if (step === undefined) return null
  const apart =
    (Number(onOrAfter.slice(0, 4)) - Number(nextPayment.slice(0, 4))) * 12 +
    Number(onOrAfter.slice(5, 7)) -
    Number(nextPayment.slice(5, 7))
  const months = apart - (apart % step)
  const isAgreed = agreedDay !== null && addMonths(nextPayment, 0, agreedDay) === nextPayment
  const day = isAgreed ? agreedDay : Number(nextPayment.slice(8))
  const due = addMonths(nextPayment, months, day)
  return due >= onOrAfter ? due : addMonths(nextPayment, months + step, day)
}

/** Who may have a plan that he has not had so far. */
export interface PlanBuyers {
  readonly minAge: number | null
  readonly maxAge: number | null
  /** None: all. */
  readonly categories: readonly { readonly categoryId: number; readonly name: string }[]
}

interface Buyer {
  readonly dob: string | null
  readonly categoryId: number | null
  readonly today: string
}

/**
 * Why a plan is not for somebody, as a sentence; empty when it is. What is not known of him (his birthday, his category)
 * is held against nobody.
 */
export function whyNotForBuyer(name: string, plan: PlanBuyers, { dob, categoryId, today }: Buyer): string {
  const age = dob === null || dob > today ? null : ageOn(dob, today)
  const isTooYoung = age !== null && plan.minAge !== null && age < plan.minAge
  const isTooOld = age !== null && plan.maxAge !== null && age > plan.maxAge
  if (isTooYoung || isTooOld) return `${name} is for ${agesInWords(plan)}.`
  const isOther = categoryId !== null && !plan.categories.some(each => each.categoryId === categoryId)
  if (plan.categories.length > 0 && isOther)
    return `${name} is for ${plan.categories.map(category => category.name).join(', ')} only.`
  return ''
}

/** A plan that is given to somebody whom it is not for: only by an administrator of the club, who says why. */
export interface PlanException {
  readonly reason: string
  readonly isAdmin: boolean
}

/** What `whyNotForBuyer` says, with what can be done about it; empty where the plan is for him, or an exception is made. */
export function refusalForBuyer(whyNot: string, { reason, isAdmin }: PlanException): string {
  if (whyNot === '' || (isAdmin && reason !== '')) return ''
  return `${whyNot} An administrator of the club can give it all the same, with a reason.`
}

/** 'ages 4 to 6', 'ages from 18', 'ages up to 12'; empty where there is no limit. */
export function agesInWords({ minAge, maxAge }: Pick<PlanBuyers, 'minAge' | 'maxAge'>): string {
  if (minAge !== null && maxAge !== null) return minAge === maxAge ? `age ${minAge}` : `ages ${minAge} to ${maxAge}`
  if (minAge !== null) return `ages from ${minAge}`
  return maxAge === null ? '' : `ages up to ${maxAge}`
}
