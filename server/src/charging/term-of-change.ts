import { addDays } from '@honbu/contract/calendar.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import { pricesFor } from '../discounts/index.ts'
import { type NewCharge, postCharges, reverseCharges } from '../ledger/index.ts'
import { planTermsOf, termEnd, wantedTermsOf, workingDaysAfter } from '../plans/index.ts'
import type { Db } from '../platform/database.ts'
import type { Write } from '../platform/route.ts'
import { lastDayOfAll } from './gaps.ts'
import { hasCharged } from './leaving.ts'
import type { PlanChange } from './plan-change.ts'
import { planCharges } from './planned-charges.ts'
import { type ChargedMembership, readMemberships, termsOf, withIds } from './read-memberships.ts'
import { settingsOf } from './settings.ts'

/** A minimum term that a change to another plan ends early. */
export interface TermOfChange {
  /** Its last day. */
  readonly until: string
  /** The old plan's price from the change to that day, less the new plan's; 0 if that isn't less. */
  readonly pence: number
}

/** Returns the minimum term that a change to another plan ends early; null if it ends none. */
export async function termOfChange(db: Db, change: PlanChange, today: string): Promise<TermOfChange | null> {
  const { clubMemberId, on, wanted } = change
  const [agreed] = await planTermsOf(db, { clubMemberIds: [clubMemberId], on: '0001-01-01' })
  if (!agreed?.memberSince || !agreed.minimumMonths || agreed.trainingPlanId === wanted.trainingPlanId) return null
  const [membership] = await readMemberships(db, withIds([clubMemberId]))
  const terms = await wantedTermsOf(db, clubMemberId, wanted)
  if (!membership || !terms) return null
  const until = termEnd(agreed.memberSince, agreed.minimumMonths, membership.freezes, today)
  if (until < on) return null
  if (!(await hasCharged(db, membership.clubId))) return { until, pence: 0 }
  const last = membership.last && { ...membership.last, until: addDays(on, -1) }
  const days = { ...membership, last, change: null, newSince: null, nextPayment: on, memberUntil: until }
  const wantedTerms = termsOf(terms, change.paymentMethodId ?? membership.terms.paymentMethodId)
  const before = await priceOf(db, days, today)
  const after = await priceOf(db, { ...days, terms: wantedTerms }, today)
  return { until, pence: Math.max(0, before - after) }
}

async function priceOf(db: Db, membership: ChargedMembership, today: string): Promise<number> {
  // Without a payment method nothing is charged, but the amounts are the same.
  const terms = { ...membership.terms, paymentMethodId: membership.terms.paymentMethodId ?? 0 }
  const [planned] = await planCharges([{ ...membership, terms }], { today, dueUntil: lastDayOfAll }, questions =>
    pricesFor(db, questions),
  )
  return (planned?.periods ?? []).reduce((sum, { price }) => sum + price.pence, 0)
}

interface Owed {
  readonly clubMemberId: number
  readonly clubId: number
  readonly memberId: number
  /** The old plan. */
  readonly planId: number | null
  readonly planName: string
  readonly until: string
  readonly pence: number
  readonly term: 'charge' | 'waive'
  readonly reason: string
  readonly today: string
  readonly accountId: number | null
}

/** Returns the charge for the rest of a minimum term. */
export async function chargeForTerm(
  db: Db,
  {
    clubId,
    memberId,
    planId,
    planName,
    until,
    pence,
    today,
  }: Omit<Owed, 'term' | 'reason' | 'accountId' | 'clubMemberId'>,
  now: Date,
): Promise<NewCharge> {
  const { daysAhead } = await settingsOf(db, clubId, now)
  return {
    ...{ clubId, memberId, planId, pence, transactionDate: today, dueOn: workingDaysAfter(today, daysAhead) },
    description: `Minimum term of ${planName} to ${mediumDate(until)}`,
    categoryId: transactionCategory.membership,
  }
}

/** Charges the rest of a minimum term, or waives it, and counts it among the uncharged days of the report. */
export async function settleTermOfChange({ tx, now }: Pick<Write, 'tx' | 'now'>, owed: Owed): Promise<void> {
  const { clubMemberId, clubId, pence, term, reason, today, accountId } = owed
  const [chargeId = 0] = await postCharges(tx, [{ ...(await chargeForTerm(tx, owed, now)), accountId }])
  const isWaived = term === 'waive'
  if (isWaived)
    await reverseCharges(tx, [chargeId], { on: today, reason: `Waived: ${reason}`.slice(0, 500), accountId })
  await tx
    .insertInto('membership_gap')
    .values({
      ...{
        club_member_id: clubMemberId,
        club_id: clubId,
        created_at: now,
        settled_at: now,
        account_id: accountId,
        reason,
      },
      ...(isWaived ? { waived_pence: pence, waived_charge_id: chargeId } : { charged_pence: pence }),
    })
    .execute()
}
