import { addDays } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import { pricesFor } from '../discounts/index.ts'
import { type WantedPlan, wantedTermsOf } from '../plans/index.ts'
import type { Db } from '../platform/database.ts'
import type { Write } from '../platform/route.ts'
import { chargeUpTo } from './charge-memberships.ts'
import { anchorAfter, type Membership } from './due-periods.ts'
import { daysFrom } from './freeze-changes.ts'
import { gapsOf, priceGaps } from './gaps.ts'
import { giveBackUnused, hasCharged, keepUnchargedDays, unusedDays } from './leaving.ts'
import { chargesOf, daysText, planCharges } from './planned-charges.ts'
import { type ChargedMembership, readMemberships, termsOf, withIds } from './read-memberships.ts'

/** A change of plan that starts on a day. */
export interface PlanChange {
  readonly clubMemberId: number
  readonly on: string
  readonly wanted: WantedPlan
  readonly paymentMethodId: number | null
  readonly nextPayment: string | null
  /** Credits charged days from `on` on; otherwise no such days exist. */
  readonly isCredited: boolean
}

/** Returns the last charged day of a membership, or null. */
export async function chargedUntil(db: Db, clubMemberId: number): Promise<string | null> {
  return (await lastBefore(db, clubMemberId, '9999-12-31'))?.until ?? null
}

async function lastBefore(db: Db, clubMemberId: number, day: string): Promise<Membership['last']> {
  const row = await db
    .selectFrom('membership_period')
    .select(['period_until as until', 'anchor_on as on', 'anchor_day as day', 'sub_frequency_id as frequencyId'])
    .where('club_member_id', '=', clubMemberId)
    .where('is_double', '=', false)
    .where('period_from', '<', day)
    .orderBy('period_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { until: row.until, frequencyId: row.frequencyId, anchor: { on: row.on, day: row.day } } : null
}

/** A charge or, below zero, a credit. */
interface Line {
  readonly on: string
  readonly description: string
  readonly pence: number
}

/** Lists what a change credits now and charges until a day, by the rules that will charge it. Stores nothing. */
export async function previewPlanChange(
  db: Db,
  change: PlanChange,
  { today, until }: { readonly today: string; readonly until: string },
) {
  const { clubMemberId, on } = change
  const [membership] = await readMemberships(db, withIds([clubMemberId]))
  const terms = await wantedTermsOf(db, clubMemberId, change.wanted)
  if (!membership || !terms) return { lines: [], uncharged: [] }
  const credits = change.isCredited ? await unusedDays(db, clubMemberId, addDays(on, -1)) : []
  const last = await lastBefore(db, clubMemberId, on)
  const isNew = membership.joiningFeePence > 0
  const changed: ChargedMembership = {
    ...membership,
    last: last && { ...last, until: last.until < on ? last.until : addDays(on, -1) },
    nextPayment: (await oldPayment(db, clubMemberId)) ?? membership.nextPayment,
    changedJoiningFeePence: isNew ? terms.joiningFeePence : 0,
    change: {
      ...{ on, isProRata: true, terms: termsOf(terms, change.paymentMethodId) },
      nextPayment: paymentAfter(change, membership, last),
    },
  }
  const [planned] = await planCharges([changed], { today, dueUntil: until }, questions => pricesFor(db, questions))
  const charges = planned ? chargesOf(planned, today) : []
  const gaps = await priceGaps(planned ? gapsOf(planned) : [], questions => pricesFor(db, questions))
  const lines: Line[] = [
    ...credits.map(credit => ({
      ...{ on: today, description: `${creditWords}, ${daysText(daysFrom(credit, change.on))}` },
      pence: credit.after - credit.before,
    })),
    ...charges.map(({ charge }) => ({ on: charge.dueOn, description: charge.description, pence: charge.pence })),
  ]
  return { lines, uncharged: gaps.flatMap(({ periods }) => periods) }
}

const creditWords = 'Not used, plan changed'

/** Without a charged day before it, a credited change is due at once: no day tells where to charge from. */
const paymentAfter = (
  { on, nextPayment, isCredited }: PlanChange,
  membership: Pick<ChargedMembership, 'last'>,
  last: Membership['last'],
) => (isCredited && membership.last !== null && last === null && nextPayment !== null ? on : nextPayment)

interface Owner {
  readonly clubId: number
  readonly memberId: number
  readonly today: string
}

/**
 * Credits the charged days from a change on. Needs the member's account locked.
 * @returns the next payment of the change
 */
export async function creditPaidDays(
  context: Pick<Write, 'tx'> & { readonly user: { readonly accountId: number } },
  change: PlanChange,
  owner: Owner,
): Promise<string | null> {
  const { tx } = context
  const { clubMemberId, on, isCredited } = change
  const before = await lastBefore(tx, clubMemberId, '9999-12-31')
  const nextPayment = paymentAfter(change, { last: before }, await lastBefore(tx, clubMemberId, on))
  if (!isCredited) return nextPayment
  const lastDay = addDays(on, -1)
  await giveBackUnused(context, { ...owner, clubMemberId, lastDay, words: creditWords })
  // Free days end as well: the new plan may cost something.
  await sql`
    update membership_period set is_double = period_from > ${lastDay}, period_until = greatest(period_from, ${lastDay}::date)
    where club_member_id = ${clubMemberId} and not is_double and period_until > ${lastDay}`.execute(tx)
  return nextPayment
}

interface Applied extends Owner {
  readonly clubMemberId: number
  readonly on: string
  readonly nextPayment: string | null
  readonly accountId: number | null
}

/** Charges what is uncharged before a change at the old terms, and starts the new schedule. Runs before the change applies. */
export async function closeOldTerms(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  { clubMemberId, clubId, on, today, nextPayment, accountId }: Omit<Applied, 'memberId'>,
): Promise<void> {
  const lastDay = addDays(on, -1)
  if (await hasCharged(tx, clubId)) {
    await chargeUpTo(tx, { clubMemberId, lastDay, today, accountId }, now)
    await keepUnchargedDays({ tx, now }, { clubMemberId, clubId, lastDay, today })
  }
  const last = await lastBefore(tx, clubMemberId, on)
  if (last?.until !== lastDay) return
  const anchor = anchorAfter(last, { nextPayment })
  await tx
    .updateTable('membership_period')
    .set({ anchor_on: anchor.on, anchor_day: anchor.day })
    .where('club_member_id', '=', clubMemberId)
    .where('is_double', '=', false)
    .where('period_until', '=', lastDay)
    .execute()
}

/**
 * Returns the day from which the old terms charge again if the waiting change is cancelled; null if they never stopped. A
 * run that ends a period for the change moves the next payment to the change's own.
 */
async function oldPayment(db: Db, clubMemberId: number): Promise<string | null> {
  const { rows } = await sql<{ on: string }>`
    select change.applies_on as on from plan_change change
    join membership_period last on last.club_member_id = change.club_member_id and not last.is_double
      and last.period_until = change.applies_on - 1
    where change.club_member_id = ${clubMemberId} and change.is_pro_rata
      and change.applied_at is null and change.cancelled_at is null
      and not exists (select from membership_period later where later.club_member_id = last.club_member_id
        and not later.is_double and later.period_from > last.period_until)
      and (last.period_until - last.period_from + 1 < last.whole_days
        or exists (select from membership_period given_back where given_back.club_member_id = last.club_member_id
          and given_back.is_double and given_back.period_from > last.period_until))`.execute(db)
  return rows[0]?.on ?? null
}

/** Makes runs charge at the old terms again. Runs before the waiting change is cancelled. */
export async function restoreOldTerms(tx: Write['tx'], clubMemberId: number): Promise<void> {
  const next = await oldPayment(tx, clubMemberId)
  if (next === null) return
  await tx.updateTable('club_member').set({ next_payment: next }).where('id', '=', clubMemberId).execute()
}
