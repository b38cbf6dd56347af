import { currency, shortDate } from '@honbu/contract/format.ts'
import { subFrequency } from '@honbu/contract/ids.ts'
import { pounds } from '../platform/money.ts'

/** A plan as it is agreed with a member. */
export interface AgreedPlan {
  readonly planName: string | null
  readonly subFrequency: string | null
  readonly subFrequencyId: number | null
  readonly pence: number | null
  readonly paymentMethod: string | null
  readonly nextPayment: string | null
}

interface Difference {
  what: 'plan' | 'subFrequency' | 'subPrice' | 'paymentMethod' | 'nextPayment'
  before: string
  after: string
  /** The day from which it holds. */
  on: string
}

/** Lists the differences with the day each starts: the terms on `from`, the payment method with the next payment. */
export function planDifferences(before: AgreedPlan, after: AgreedPlan, from: string): Difference[] {
  const paidFrom = after.nextPayment ?? from
  const all: Difference[] = [
    { what: 'plan', before: before.planName ?? '', after: after.planName ?? '', on: from },
    { what: 'subPrice', before: money(before.pence), after: money(after.pence), on: from },
    { what: 'subFrequency', before: before.subFrequency ?? '', after: after.subFrequency ?? '', on: from },
    { what: 'paymentMethod', before: before.paymentMethod ?? '', after: after.paymentMethod ?? '', on: paidFrom },
    { what: 'nextPayment', before: day(before.nextPayment), after: day(after.nextPayment), on: from },
  ]
  return all.filter(difference => difference.before !== difference.after)
}

const money = (pence: number | null) => (pence === null ? '' : currency(pounds(pence)))
const day = (date: string | null) => (date === null ? '' : shortDate(date))

/** Payments a year by frequency (domain.md: weekly × 52); a one-off is paid once. */
const timesAYear: Readonly<Record<number, number>> = {
  [subFrequency.weekly]: 52,
  [subFrequency.monthly]: 12,
  [subFrequency.quarterly]: 4,
  [subFrequency.yearly]: 1,
  [subFrequency.oneOff]: 1,
}

/** Pounds a year; null without a plan. */
export function yearly({ pence, subFrequencyId }: AgreedPlan): number | null {
  if (pence === null || subFrequencyId === null) return null
  return pounds(pence * (timesAYear[subFrequencyId] ?? 1))
}

/** In a few words: 'Two a week, £29.00 monthly'. */
export function planWords({
  planName,
  pence,
  subFrequency,
}: Pick<AgreedPlan, 'planName' | 'pence' | 'subFrequency'>): string | null {
  if (planName === null) return null
  const price = [money(pence), subFrequency?.toLowerCase()].filter(Boolean).join(' ')
  return [planName, price].filter(Boolean).join(', ')
}
