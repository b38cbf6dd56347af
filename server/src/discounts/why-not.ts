import { ageOn } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'

/** What has a price. */
export interface PricedSubject {
  readonly kind: 'plan' | 'product' | 'event'
  /** Of the training plan, the product, or the class. */
  readonly id: number
  /** Of a product. */
  readonly categoryId?: number | null
  /** False: nothing is taken off it, whatever there is. */
  readonly allowsDiscount?: boolean
}

/** What discounts look at in a member. */
export interface PricedMember {
  /** His category in the club. */
  readonly categoryId: number | null
  readonly tagIds: readonly number[]
  readonly dob: string | null
  /** 1 for the first of the family in the club. */
  readonly familyPosition: number
  /** How often he has used each discount, by its id; what was taken back does not count. */
  readonly uses: ReadonlyMap<number, number>
}

type Scope = 'none' | 'all' | 'chosen'

/** A discount as the rule sees it, in one club. */
export interface DiscountRule {
  readonly discountId: number
  readonly name: string
  readonly code: string | null
  /** One of the two: hundredths of a percent, or pence. */
  readonly percentHundredths: number | null
  readonly amountPence: number | null
  readonly forPlans: Scope
  readonly forProducts: Scope
  readonly forEvents: Scope
  readonly trainingPlanIds: readonly number[]
  readonly productIds: readonly number[]
  readonly productCategoryIds: readonly number[]
  readonly classIds: readonly number[]
  /** Empty: for members of every category, with whatever tags. */
  readonly categoryIds: readonly number[]
  readonly tagIds: readonly number[]
  readonly family: 'any' | 'second' | 'secondAndFurther' | 'thirdAndFurther'
  readonly minAge: number | null
  readonly maxAge: number | null
  readonly fromDate: string | null
  readonly untilDate: string | null
  readonly maxUses: number | null
  readonly maxUsesPerMember: number | null
  /** How often all together have used it, where `maxUses` limits it. */
  readonly uses: number
  readonly canCombine: boolean
  readonly isActive: boolean
  /** The club does not give it, though one above offers it. */
  readonly isOffHere: boolean
}

interface Asked {
  readonly subject: PricedSubject
  readonly member: PricedMember
  readonly today: string
  readonly code: string | null
}

/** The first reason why a discount is not for this member, this thing or this day, as a sentence; null: it fits. */
export function whyNot(rule: DiscountRule, asked: Asked): string | null {
  for (const reason of [isOff, notOnThis, notToday, noCode, notForMember, notInFamily, notOfAge, usedUp]) {
    const text = reason(rule, asked)
    if (text) return text
  }
  return null
}

type Reason = (rule: DiscountRule, asked: Asked) => string | null

const isOff: Reason = ({ isActive, isOffHere }) => {
  if (!isActive) return 'It is switched off.'
  return isOffHere ? 'This club has switched it off.' : null
}

const subjectNames = {
  plan: ['training plans', 'plan'],
  product: ['products', 'product'],
  event: ['events', 'event'],
} as const

const notOnThis: Reason = (rule, { subject }) => {
  const { kind, id, categoryId, allowsDiscount = true } = subject
  const [many, one] = subjectNames[kind]
  if (!allowsDiscount) return `Nothing is taken off this ${one}.`
  const scope = { plan: rule.forPlans, product: rule.forProducts, event: rule.forEvents }[kind]
  if (scope === 'none') return `It is not for ${many}.`
  if (scope === 'all') return null
  const chosen = { plan: rule.trainingPlanIds, product: rule.productIds, event: rule.classIds }[kind]
  const isOfCategory = kind === 'product' && categoryId != null && rule.productCategoryIds.includes(categoryId)
  return chosen.includes(id) || isOfCategory ? null : `It is for other ${many}.`
}

const notToday: Reason = ({ fromDate, untilDate }, { today }) => {
  if (fromDate !== null && today < fromDate) return `It begins on ${longDate(fromDate)}.`
  return untilDate !== null && today > untilDate ? `It ended on ${longDate(untilDate)}.` : null
}

const noCode: Reason = ({ code }, asked) => {
  if (code === null || sameCode(code, asked.code)) return null
  return asked.code ? 'It has another code.' : 'It needs its code.'
}

/** Codes are said aloud at a desk: neither case nor blanks around them count. */
export const sameCode = (one: string | null, other: string | null): boolean =>
  one !== null && one.toLowerCase() === other?.trim().toLowerCase()

const notForMember: Reason = ({ categoryIds, tagIds }, { member }) => {
  if (categoryIds.length > 0 && !(member.categoryId !== null && categoryIds.includes(member.categoryId)))
    return 'It is for members of another category.'
  return tagIds.length > 0 && !tagIds.some(id => member.tagIds.includes(id))
    ? 'It is for members with a tag that this one does not have.'
    : null
}

const families = {
  second: [2, 2, 'the second member of a family'],
  secondAndFurther: [2, null, 'the second and further members of a family'],
  thirdAndFurther: [3, null, 'the third and further members of a family'],
} as const

const notInFamily: Reason = ({ family }, { member: { familyPosition } }) => {
  if (family === 'any') return null
  const [from, to, text] = families[family]
  if (familyPosition >= from && (to === null || familyPosition <= to)) return null
  return `It is for ${text}; this is number ${familyPosition}.`
}

const notOfAge: Reason = ({ minAge, maxAge }, { member: { dob }, today }) => {
  if (minAge === null && maxAge === null) return null
  const ages = agesText(minAge, maxAge)
  if (dob === null) return `It is for ages ${ages}, and the date of birth is not known.`
  const age = ageOn(dob, today)
  return age >= (minAge ?? age) && age <= (maxAge ?? age) ? null : `It is for ages ${ages}; this is ${age}.`
}

function agesText(min: number | null, max: number | null): string {
  if (min === null) return `up to ${max}`
  return max === null ? `from ${min}` : `${min} to ${max}`
}

const usedUp: Reason = ({ discountId, maxUses, maxUsesPerMember, uses }, { member }) => {
  if (maxUses !== null && uses >= maxUses)
    return maxUses === 1 ? 'Its one use has been used.' : `All ${maxUses} uses have been used.`
  const own = member.uses.get(discountId) ?? 0
  return maxUsesPerMember !== null && own >= maxUsesPerMember
    ? `This member has used it ${timesText(own)}, as often as one may.`
    : null
}

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`)
