import type { Discount } from '@honbu/contract/discounts.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import type * as z from 'zod/mini'

export type DiscountRecord = z.infer<typeof Discount>

/** 12.5% or £5.00 */
export const valueText = ({ percent, amount }: Pick<DiscountRecord, 'percent' | 'amount'>) =>
  percent === null ? currency(amount ?? 0) : `${percent}%`

/** 'All plans · Products: Gloves, Mitts', a line each. */
export function subjectTexts(discount: DiscountRecord): string[] {
  const { forPlans, forProducts, forEvents, trainingPlans, productCategories, products, classes } = discount
  const scopes = [
    ['plans', forPlans, trainingPlans],
    ['products', forProducts, [...productCategories.map(each => ({ name: `all ${each.name}` })), ...products]],
    ['events', forEvents, classes],
  ] as const
  return scopes.flatMap(([what, scope, chosen]) => {
    if (scope === 'none') return []
    return scope === 'all' ? [`All ${what}`] : [`${capital(what)}: ${namesOf(chosen) || 'none any more'}`]
  })
}

const familyTexts = {
  any: '',
  second: 'The second member of a family',
  secondAndFurther: 'The second and further members of a family',
  thirdAndFurther: 'The third and further members of a family',
} as const

export const familyOptions = [
  { value: 'any', text: 'Whoever it is' },
  { value: 'second', text: familyTexts.second },
  { value: 'secondAndFurther', text: familyTexts.secondAndFurther },
  { value: 'thirdAndFurther', text: familyTexts.thirdAndFurther },
] as const

/** Whom it is for, a line each; all of them have to hold. */
export function memberTexts({ categories, tags, family, minAge, maxAge, code }: DiscountRecord): string[] {
  const lines = [
    categories.length > 0 ? `Members of ${namesOf(categories)}` : '',
    tags.length > 0 ? `With the tag ${tags.map(({ name }) => name).join(' or ')}` : '',
    familyTexts[family],
    agesText(minAge, maxAge),
    code === null ? '' : `Who says the code ${code}`,
  ].filter(line => line !== '')
  return lines.length > 0 ? lines : ['Everybody']
}

function agesText(min: number | null, max: number | null): string {
  if (min === null && max === null) return ''
  if (min === null) return `Up to age ${max}`
  return max === null ? `From age ${min}` : `Aged ${min} to ${max}`
}

/** 'From 1 Jun 2026 until 31 Aug 2026'; empty: at any time. */
export function whenText({ fromDate, untilDate }: Pick<DiscountRecord, 'fromDate' | 'untilDate'>): string {
  const from = fromDate && `from ${mediumDate(fromDate)}`
  const until = untilDate && `until ${mediumDate(untilDate)}`
  return capital([from, until].filter(Boolean).join(' '))
}

/** '12 of 50 times · once for each member' */
export function limitText({ maxUses, maxUsesPerMember, usesInAll }: DiscountRecord): string {
  const all = maxUses !== null && `${usesInAll} of ${maxUses} uses used`
  const each = maxUsesPerMember !== null && `${timesText(maxUsesPerMember)} for each member`
  return capital([all, each].filter(Boolean).join(' · '))
}

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** For which clubs. */
export function reachText({ reach, clubName, chosenClubs }: DiscountRecord): string {
  if (reach === 'own') return `${clubName} alone`
  return reach === 'below' ? `${clubName} and all clubs below it` : namesOf(chosenClubs)
}

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
