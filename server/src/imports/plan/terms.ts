import { memberStatus } from '@honbu/contract/ids.ts'
import type { ImportTerms } from '@honbu/contract/imports.ts'
import type { KnownPlan } from '../guess/choices.ts'

/** What a line says of how a member pays; null: nothing. */
interface Listed {
  /** Members who have left pay nothing, so nothing is filled in for them. */
  readonly isCurrent: boolean
  readonly planId: number | null
  readonly pricePence: number | null
  readonly frequencyId: number | null
  readonly paymentMethodId: number | null
  readonly nextPayment: string | null
}

/** Whether members of a status are charged. */
export const isCurrent = (statusId: number) => statusId === memberStatus.active || statusId === memberStatus.issue

/**
 * Fills in what a line leaves out: first what was chosen for everyone, then what the plan says. A plan with one price says
 * how often it is paid, and so does a price that the plan has once.
 */
export function agreedTerms(
  { isCurrent: isCharged, ...listed }: Listed,
  { plans, terms }: { plans: readonly KnownPlan[]; terms: ImportTerms },
): Omit<Listed, 'isCurrent'> {
  if (!isCharged) return listed
  const planId = listed.planId ?? terms.trainingPlanId
  const prices = plans.find(({ id }) => id === planId)?.prices ?? []
  const fitting = listed.pricePence === null ? prices : prices.filter(({ pence }) => pence === listed.pricePence)
  const [only] = fitting.length === 1 ? fitting : prices.length === 1 ? prices : []
  const frequencyId = listed.frequencyId ?? only?.frequencyId ?? terms.subFrequencyId
  const listPrice = prices.find(price => price.frequencyId === frequencyId)?.pence ?? null
  return {
    planId,
    frequencyId,
    pricePence: listed.pricePence ?? listPrice,
    paymentMethodId: listed.paymentMethodId ?? terms.paymentMethodId,
    nextPayment: listed.nextPayment ?? terms.nextPayment,
  }
}
