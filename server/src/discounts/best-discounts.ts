import { currency } from '@honbu/contract/format.ts'
import { type DiscountRule, type PricedMember, type PricedSubject, whyNot } from './why-not.ts'

interface Question {
  readonly subject: PricedSubject
  /** The list price, in whole pence. */
  readonly pence: number
  readonly member: PricedMember
  readonly discounts: readonly DiscountRule[]
  /** The day in the club's time zone. */
  readonly today: string
  /** What the member says to get a discount, whatever its case. */
  readonly code?: string | null
}

export interface GivenDiscount {
  readonly discountId: number
  readonly name: string
  /** What it takes off; never 0. */
  readonly pence: number
}

export interface BestDiscounts {
  /** What is left to pay; never below 0. */
  readonly pence: number
  /** In the order in which they are taken off. */
  readonly applied: readonly GivenDiscount[]
  /** Each of the others, with the first reason why not, as a person reads it. */
  readonly refused: readonly { readonly discountId: number; readonly name: string; readonly reason: string }[]
}

/**
 * Which discounts a member gets on a price. Those that can be combined are added: percentages first, each of the list
 * price, then amounts; each by what it takes off, the largest first; together never more than the price. One that cannot
 * be combined stands in place of all of these if it alone takes off more. A percentage is rounded to the nearest penny,
 * half a penny to the member's good, each by itself.
 */
export function bestDiscounts({ subject, pence, member, discounts, today, code = null }: Question): BestDiscounts {
  const refused: Refusals = new Map()
  const fitting: Fitting[] = []
  for (const rule of discounts) {
    const reason = whyNot(rule, { subject, member, today, code })
    if (reason) refused.set(rule, reason)
    else fitting.push({ rule, pence: worth(rule, pence) })
  }
  const together = combined(fitting, pence, refused)
  const [alone, ...alsoAlone] = fitting
    .filter(({ rule, pence: off }) => !rule.canCombine && off > 0)
    .sort((a, b) => b.pence - a.pence || a.rule.discountId - b.rule.discountId)
  const sum = together.reduce((total, each) => total + each.pence, 0)

  const isAloneBetter = alone !== undefined && alone.pence > sum
  const applied = isAloneBetter ? [alone] : together
  const winner = isAloneBetter ? alone.rule.name : nameAll(together)
  const off = isAloneBetter ? alone.pence : sum
  for (const { rule } of isAloneBetter ? [...together, ...alsoAlone] : [...(alone ? [alone] : []), ...alsoAlone])
    refused.set(rule, notCombined(rule, winner, off))
  for (const { rule } of fitting.filter(each => each.pence === 0)) refused.set(rule, nothingOff(pence))
  return {
    pence: pence - off,
    applied: applied.map(({ rule, pence: given }) => ({ discountId: rule.discountId, name: rule.name, pence: given })),
    refused: discounts.flatMap(rule => {
      const reason = refused.get(rule)
      return reason ? [{ discountId: rule.discountId, name: rule.name, reason }] : []
    }),
  }
}

interface Fitting {
  readonly rule: DiscountRule
  readonly pence: number
}

type Refusals = Map<DiscountRule, string>

/** What it takes off the list price when it is alone. Whole numbers all the way, so that nothing is lost. */
function worth({ percentHundredths, amountPence }: DiscountRule, pence: number): number {
  if (percentHundredths === null) return Math.min(amountPence ?? 0, pence)
  return Math.floor((pence * percentHundredths + 5000) / 10_000)
}

/** What those that can be combined take off one after another; which are left with nothing is said. */
function combined(fitting: readonly Fitting[], pence: number, refused: Refusals): Fitting[] {
  const isAmount = ({ rule }: Fitting) => (rule.percentHundredths === null ? 1 : 0)
  const inOrder = fitting
    .filter(({ rule, pence: off }) => rule.canCombine && off > 0)
    .sort((a, b) => isAmount(a) - isAmount(b) || b.pence - a.pence || a.rule.discountId - b.rule.discountId)
  let left = pence
  return inOrder.flatMap(({ rule, pence: off }) => {
    const given = Math.min(off, left)
    left -= given
    if (given > 0) return [{ rule, pence: given }]
    refused.set(rule, 'Nothing is left to take off.')
    return []
  })
}

function notCombined({ canCombine }: DiscountRule, winner: string, pence: number): string {
  const money = currency(pence / 100)
  return canCombine
    ? `${winner} takes off more (${money}) and cannot be combined.`
    : `It cannot be combined, and ${money} is taken off already (${winner}).`
}

const nothingOff = (pence: number) =>
  pence === 0 ? 'There is nothing to pay.' : 'Of this price it would be less than half a penny.'

const nameAll = (together: readonly Fitting[]) => together.map(({ rule }) => rule.name).join(' and ')
