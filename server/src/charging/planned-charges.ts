import type { LeftOutReason } from '@honbu/contract/charging.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import type { Price, PriceQuestion } from '../discounts/index.ts'
import type { NewCharge } from '../ledger/index.ts'
import { daysIn, type Period } from './billing-schedule.ts'
import { type Asked, type Due, type DuePeriod, duePeriods } from './due-periods.ts'
import type { ChargedMembership } from './read-memberships.ts'

/** A membership with what is due of it. */
export interface Planned {
  readonly membership: ChargedMembership
  readonly due: Due
  readonly periods: readonly PricedPeriod[]
  /** Missed periods, grouped into gaps: no charged period lies within a group. */
  readonly missed: readonly (readonly DuePeriod[])[]
  /** Pence of the joining fee, due with the first period; 0 without one. */
  readonly joiningFee: number
  /** Why nothing is taken; null: something is, or nothing is due. */
  readonly reason: LeftOutReason | null
}

export interface PricedPeriod extends DuePeriod {
  /** Discounts taken off. */
  readonly price: Price
}

/** How prices are asked for: with the discounts locked by whoever charges them, or without. */
export type AskPrices = (questions: readonly PriceQuestion[]) => Promise<Price[]>

/** What is due of memberships by a day, discounts taken off. */
export async function planCharges(
  memberships: readonly ChargedMembership[],
  asked: Omit<Asked, 'billingDay'>,
  askPrices: AskPrices,
): Promise<Planned[]> {
  const found = memberships.map(membership => ({
    membership,
    due: duePeriods(membership, { ...asked, billingDay: membership.billingDay }),
  }))
  const questions = found.flatMap(({ membership, due }) =>
    due.periods
      .filter(period => !period.isMissed && isPriced(period))
      .map(period => ({ period, question: questionOf(membership, period) })),
  )
  const prices = await askPrices(questions.map(({ question }) => question))
  const priceOf = new Map(questions.map(({ period }, index) => [period, prices[index]]))
  return found.map(({ membership, due }) => {
    const periods = due.periods
      .filter(({ isMissed }) => !isMissed)
      .map(period => ({ ...period, price: priceOf.get(period) ?? withoutDiscounts(period.pence) }))
    const joiningFee = joiningFeeOf(membership, periods)
    const reason = joiningFee > 0 ? null : reasonOf(due, periods)
    return { membership, due, periods, missed: missedIn(due.periods), joiningFee, reason }
  })
}

/** The joining fee belongs to the plan of the first period. */
function joiningFeeOf(membership: ChargedMembership, [first]: readonly PricedPeriod[]): number {
  if (!first) return 0
  const isAfterChange = membership.change !== null && first.from >= membership.change.on
  return isAfterChange ? membership.changedJoiningFeePence : membership.joiningFeePence
}

export const withoutDiscounts = (pence: number): Price => ({ pence, fullPence: pence, discounts: [] })

/** Groups missed periods; free periods between them don't split a group. */
export function missedIn(periods: readonly DuePeriod[]): DuePeriod[][] {
  const gaps: DuePeriod[][] = []
  let isOpen = false
  for (const period of periods) {
    if (period.isMissed && isOpen) gaps.at(-1)?.push(period)
    else if (period.isMissed) gaps.push([period])
    isOpen = period.isMissed || (isOpen && period.pence === 0)
  }
  return gaps
}

const isPriced = ({ pence, trainingPlanId }: DuePeriod) => pence > 0 && trainingPlanId !== null

export const questionOf = ({ clubId, memberId }: ChargedMembership, period: DuePeriod): PriceQuestion => ({
  kind: 'plan',
  id: period.trainingPlanId ?? 0,
  clubId,
  memberId,
  pence: period.pence,
  today: period.dueOn,
})

function reasonOf({ leftOut }: Due, periods: readonly PricedPeriod[]): LeftOutReason | null {
  const [first] = periods
  if (!first) return leftOut
  if (periods.some(({ price }) => price.pence > 0)) return null
  return first.frozenDays > 0 ? 'frozen' : 'free'
}

/** The charges of a membership on a day, in order: the joining fee, and each period that costs something. */
export function chargesOf(
  { membership: { clubId, memberId }, periods, joiningFee }: Planned,
  transactionDate: string,
): { readonly period: PricedPeriod; readonly isJoiningFee: boolean; readonly charge: NewCharge }[] {
  const [first] = periods
  const common = (period: PricedPeriod) => ({
    clubId,
    memberId,
    transactionDate,
    dueOn: period.dueOn,
    paymentMethodId: period.paymentMethodId,
    planId: period.trainingPlanId,
  })
  const fee = first &&
    joiningFee > 0 && {
      period: first,
      isJoiningFee: true,
      charge: {
        ...common(first),
        pence: joiningFee,
        description: `Joining fee, ${first.planName}`,
        categoryId: transactionCategory.joiningFee,
      },
    }
  const rest = periods
    .filter(({ price }) => price.pence > 0)
    .map(period => ({
      period,
      isJoiningFee: false,
      charge: {
        ...common(period),
        pence: period.price.pence,
        fullPence: period.price.pence === period.price.fullPence ? null : period.price.fullPence,
        description: describe(period),
        categoryId: transactionCategory.membership,
        periodFrom: period.from,
        periodUntil: period.until,
      },
    }))
  return fee ? [fee, ...rest] : rest
}

/** 'Two a week, 12 May 2026 to 31 May 2026 (20 of 31 days)' */
export function describe(period: Pick<DuePeriod, 'planName' | 'from' | 'until' | 'wholeDays' | 'frozenDays'>): string {
  const days = daysIn(period)
  const parts = [
    days < period.wholeDays && `${days} of ${period.wholeDays} days`,
    period.frozenDays > 0 && `${period.frozenDays === 1 ? '1 day' : `${period.frozenDays} days`} frozen`,
  ].filter(part => part !== false)
  return `${period.planName}, ${daysText(period)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`
}

export const daysText = ({ from, until }: Pick<Period, 'from' | 'until'>): string =>
  from === until ? mediumDate(from) : `${mediumDate(from)} to ${mediumDate(until)}`
