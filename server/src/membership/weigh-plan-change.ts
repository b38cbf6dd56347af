import { addDays } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { memberStatus, names, paymentMethod } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/membership.ts'
import { refusalForBuyer, whyNotForBuyer } from '@honbu/contract/plan-price.ts'
import { whyNot as whyNotOf } from '@honbu/contract/right-words.ts'
import { chargedUntil } from '../charging/index.ts'
import { birthdayOf, earliestPayment, planPrices } from '../plans/index.ts'
import { mayDo, mayTouch } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import type { LockedMembership } from './lock-membership.ts'
import type { AgreedPlan } from './plan-difference.ts'

/** A change of plan as it is asked for. */
export type Wanted = Input<typeof call.previewPlanChange>

interface Problem {
  readonly status: 400 | 403 | 409
  readonly field: string
  readonly message: string
}

export type Weighed = Awaited<ReturnType<typeof weigh>>

/** Compares the wanted terms with the agreed ones, and finds the day they start and what prevents them. */
export async function weigh(
  { db, user, now }: { db: Db; user: Read['user']; now: Date },
  membership: LockedMembership,
  input: Wanted,
) {
  const { today, clubId } = membership
  const before = await agreed(db, membership)
  const keptPlanId = membership.trainingPlanId
  const offered = await planPrices(db, clubId, { keptPlanId })
  const prices = offered.filter(price => price.trainingPlanId === input.trainingPlanId)
  const [plan] = prices
  const pence = Math.round(input.subPrice * 100)
  const asked = input.from === null || input.from < today ? today : input.from
  const isProRata =
    input.trainingPlanId !== membership.trainingPlanId ||
    input.subFrequencyId !== before.subFrequencyId ||
    pence !== before.pence
  const charged = isProRata ? await chargedUntil(db, membership.id) : null
  const paidUntil = charged !== null && charged >= asked ? charged : null
  const isCredited = paidUntil !== null && input.paidDays === 'credit'
  const from = paidUntil === null || isCredited ? asked : addDays(paidUntil, 1)
  // The days that are charged already can't be due again.
  const isTooEarly = input.nextPayment !== null && from > asked && input.nextPayment < from
  const nextPayment = isTooEarly && input.nextPayment !== null && input.nextPayment >= today ? from : input.nextPayment
  const after: AgreedPlan = {
    planName: plan?.name ?? null,
    subFrequency: names[input.subFrequencyId] ?? null,
    subFrequencyId: input.subFrequencyId,
    pence,
    paymentMethod: input.paymentMethodId === null ? null : (names[input.paymentMethodId] ?? null),
    nextPayment,
  }
  const isDebit = input.paymentMethodId === paymentMethod.directDebit && pence > 0
  const isOtherDebit =
    isDebit &&
    (pence !== before.pence || input.subFrequencyId !== before.subFrequencyId || nextPayment !== before.nextPayment)
  const earliest = isOtherDebit ? earliestPayment(now) : null
  // Members may keep the plan and frequency they have, even if the club no longer offers them.
  const isKept = input.trainingPlanId === keptPlanId
  const kept = isKept && membership.subFrequencyId !== null ? [membership.subFrequencyId] : []
  const dob = await birthdayOf(db, membership.memberId)
  const whyNot = plan && !isKept ? whyNotForBuyer(plan.name, plan, { ...membership, dob }) : ''
  const listed = prices.find(each => each.subFrequencyId === input.subFrequencyId)?.pence
  const isAsBefore = isKept && input.subFrequencyId === before.subFrequencyId && pence === before.pence
  const isOwnPrice = listed !== undefined && pence !== listed && !isAsBefore
  const weighed = problemOf(membership, input, {
    hasPlan: plan !== undefined,
    ways: [...kept, ...prices.map(each => each.subFrequencyId)],
    refusal: refusalForBuyer(whyNot, { reason: input.exceptionReason, isAdmin: mayTouch(user, clubId, true) }),
    earliest,
    from,
    nextPayment,
  })
  const problem =
    weighed ??
    (isOwnPrice && !mayDo(user, clubId, 'changePrices')
      ? { status: 403, field: 'subPrice', message: whyNotOf('changePrices') }
      : null)
  return { before, after, from, isProRata, isCredited, paidUntil, earliest, whyNot, problem }
}

interface Around {
  readonly hasPlan: boolean
  /** The frequencies in which the plan is paid. */
  readonly ways: readonly number[]
  /** A plan that is for others. */
  readonly refusal: string
  readonly earliest: string | null
  readonly from: string
  readonly nextPayment: string | null
}

function problemOf(
  membership: LockedMembership,
  input: Wanted,
  { hasPlan, ways, refusal, earliest, from, nextPayment }: Around,
): Problem | null {
  const { memberStatusId, today, memberUntil } = membership
  const wrong = (field: string, message: string, status: 400 | 409 = 400): Problem => ({ status, field, message })
  if (memberStatusId !== memberStatus.active && memberStatusId !== memberStatus.issue)
    return wrong(
      'memberStatusId',
      `The membership is “${names[memberStatusId]}”: only one that goes on has a plan to change.`,
      409,
    )
  if (!hasPlan) return wrong('trainingPlanId', 'Is not a plan that this club offers.')
  if (refusal) return wrong('trainingPlanId', refusal)
  if (!ways.includes(input.subFrequencyId)) return wrong('subFrequencyId', 'The plan is not paid that way.')
  if (input.from !== null && input.from < today) return wrong('from', 'Should not be in the past')
  if (memberUntil && from > memberUntil) return wrong('from', 'The membership ends before that.', 409)
  if (nextPayment !== null && nextPayment < today) return wrong('nextPayment', 'Should not be in the past')
  if (nextPayment !== null && nextPayment < from) return wrong('nextPayment', 'Should not be before the change begins')
  if (earliest && nextPayment !== null && nextPayment < earliest)
    return wrong(
      'nextPayment',
      `The payer has to be told three working days before: ${longDate(earliest)} at the earliest.`,
    )
  return null
}

export async function agreed(db: Db, membership: LockedMembership): Promise<AgreedPlan> {
  const plan = membership.trainingPlanId
    ? await db.selectFrom('training_plan').select('name').where('id', '=', membership.trainingPlanId).executeTakeFirst()
    : undefined
  const nameOf = (id: number | null) => (id === null ? null : (names[id] ?? null))
  return {
    planName: plan?.name ?? null,
    subFrequency: nameOf(membership.subFrequencyId),
    subFrequencyId: membership.subFrequencyId,
    pence: membership.subPricePence,
    paymentMethod: nameOf(membership.paymentMethodId),
    nextPayment: membership.nextPayment,
  }
}
