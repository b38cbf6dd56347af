import { currency, mediumDate } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { changePlan, type LockedMembership } from '../../membership/index.ts'
import { planPrices } from '../../plans/index.ts'
import { pounds } from '../../platform/money.ts'
import type { Write } from '../../platform/route.ts'
import { type ChangeOf, fromTo, type Kind, leftOut } from '../kind.ts'
import { whyNoPayer } from './payment.ts'

type Change = ChangeOf<'plan'>

export const plan: Kind<Change> = {
  tables: ['club_member', 'plan_change', 'membership_period', 'membership_gap'],
  movesMoney: true,
  whyNot: whyNoPayer,
  async apply(context, membership, change) {
    const wanted = await wantedTerms(context, membership, change)
    const { memberId, id: clubMemberId, nextPayment, paymentMethodId, today } = membership
    const isDue = nextPayment !== null && nextPayment < today
    const { from, isApplied } = await changePlan(context, {
      ...{ id: memberId, clubMemberId, paymentMethodId, from: change.from, paidDays: 'after', exceptionReason: '' },
      ...{ trainingPlanId: wanted.trainingPlanId, subFrequencyId: wanted.subFrequencyId },
      subPrice: pounds(wanted.pence),
      // What is overdue for charging is charged from today.
      nextPayment: isDue ? today : nextPayment,
      termReason: '',
      reason: change.reason,
    })
    const after = words(wanted.name, wanted.subFrequencyId, wanted.pence)
    return fromTo(wanted.before, isApplied ? after : `${after} from ${mediumDate(from)}`)
  },
}

const words = (name: string, frequencyId: number | null, pence: number | null) =>
  [name, pence === null ? '' : `${currency(pounds(pence))} ${(names[frequencyId ?? 0] ?? '').toLowerCase()}`.trim()]
    .filter(Boolean)
    .join(', ')

async function wantedTerms({ tx }: Write, membership: LockedMembership, change: Change) {
  const { clubId, trainingPlanId: keptPlanId, subFrequencyId: keptId, subPricePence } = membership
  const trainingPlanId = change.trainingPlanId ?? keptPlanId
  if (trainingPlanId === null) throw leftOut('Has no plan yet.')
  const prices = await planPrices(tx, clubId, { keptPlanId })
  const offered = prices.filter(price => price.trainingPlanId === trainingPlanId)
  const [first] = offered
  if (!first) throw leftOut('The club doesn’t offer this plan.')
  const only = offered.length === 1 ? first.subFrequencyId : null
  const isOffered = offered.some(({ subFrequencyId }) => subFrequencyId === keptId)
  const subFrequencyId = change.subFrequencyId ?? (isOffered || change.trainingPlanId === null ? keptId : null) ?? only
  if (subFrequencyId === null) throw leftOut('The plan is paid in several ways: choose the frequency.')
  const listed = offered.find(each => each.subFrequencyId === subFrequencyId)?.pence ?? null
  const own = change.subPrice === null ? null : Math.round(change.subPrice * 100)
  const pence = { plan: listed, kept: subPricePence, own }[change.price]
  if (pence === null)
    throw leftOut(change.price === 'plan' ? 'The plan has no price for this frequency.' : 'Has no price to keep.')
  const before = prices.find(price => price.trainingPlanId === keptPlanId)?.name ?? 'No plan'
  return { trainingPlanId, subFrequencyId, pence, name: first.name, before: words(before, keptId, subPricePence) }
}
