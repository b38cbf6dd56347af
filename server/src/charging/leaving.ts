import { addDays } from '@honbu/contract/calendar.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { pricesFor } from '../discounts/index.ts'
import { type Bound, boundOf, planTermsOf } from '../plans/index.ts'
import type { Db } from '../platform/database.ts'
import type { Write } from '../platform/route.ts'
import type { Freeze } from './billing-schedule.ts'
import { type DuePeriod, duePeriods } from './due-periods.ts'
import { changesOf, type PeriodChange, postChanges } from './freeze-changes.ts'
import { raiseGapTask } from './gap-tasks.ts'
import { type Gap, gapsOf, lastDayOfAll, type PricedGap, priceGaps, storeGaps } from './gaps.ts'
import { type ChargedMembership, readMemberships, withIds } from './read-memberships.ts'
import { settleStored } from './settle-gaps.ts'

/**
 * What the days cost that were charged and are not used when somebody leaves with a last day: counted as if the membership
 * lay still for nothing from the day after it on, so by the day, rounded once, and with discounts in their part.
 */
export async function unusedDays(db: Db, clubMemberId: number, lastDay: string): Promise<PeriodChange[]> {
  const freezes = await db
    .selectFrom('membership_freeze')
    .select(['frozen_from as from', 'frozen_until as until', 'price_pence as pence'])
    .where('club_member_id', '=', clubMemberId)
    .where('frozen_from', '<=', lastDay)
    .execute()
  const used: Freeze[] = freezes.map(freeze => ({
    ...freeze,
    until: freeze.until === null || freeze.until > lastDay ? lastDay : freeze.until,
  }))
  const gone: Freeze = { from: addDays(lastDay, 1), until: null, pence: 0 }
  const changes = await changesOf(db, clubMemberId, [...used, gone])
  return changes.filter(({ until, before, after }) => until > lastDay && after < before)
}

interface Leaving {
  readonly clubMemberId: number
  readonly clubId: number
  readonly memberId: number
  readonly today: string
  readonly lastDay: string
  /** Describes the credit. */
  readonly words?: string
}

/**
 * Gives unused days back, as a credit that settles what is owed first. The days are not charged any more then, so that who
 * comes back pays for them. With the member's account locked (ledger).
 */
export async function giveBackUnused(
  context: { readonly tx: Write['tx']; readonly user: { readonly accountId: number } | null },
  { clubMemberId, lastDay, words = 'Not used, left', ...owner }: Leaving,
): Promise<PeriodChange[]> {
  const { tx } = context
  const changes = await unusedDays(tx, clubMemberId, lastDay)
  // What is given back is due at once: no notice is needed.
  await postChanges(context, { ...owner, daysAhead: 0, words, from: addDays(lastDay, 1) }, changes)
  await sql`
    update membership_period set is_double = period_from > ${lastDay}, period_until = greatest(period_from, ${lastDay}::date)
    where id = any(${changes.map(({ periodId }) => periodId)}::bigint[])`.execute(tx)
  return changes
}

/**
 * Who stays after all, or longer, is charged from the first day that was given back: without it the next payment would be
 * the one agreed before, and the days up to it a gift.
 */
export async function chargeFromGivenBack(tx: Write['tx'], clubMemberId: number): Promise<void> {
  await sql`
    update club_member own set next_payment = last.until + 1
    from (select max(period_until) as until from membership_period
      where club_member_id = ${clubMemberId} and not is_double) last
    where own.id = ${clubMemberId} and own.next_payment > last.until + 1 and exists (
      select from membership_period period join charge on charge.id = period.charge_id
      join membership_period_change change on change.membership_period_id = period.id
      join charge back on back.id = change.charge_id and back.amount_pence < 0
      where period.club_member_id = own.id and (period.is_double and period.period_from > last.until
        or period.period_until = last.until and charge.period_until > period.period_until))`.execute(tx)
}

/**
 * Somebody comes back whose charged days had ended with the membership: those between are days on which there was none, and
 * cost nothing when the next payment is counted from where the last ended.
 */
export async function skipDaysAway(
  { tx, now, user }: Pick<Write, 'tx' | 'now' | 'user'>,
  { clubMemberId, lastDay, today }: { clubMemberId: number; lastDay: string | null; today: string },
): Promise<void> {
  if (lastDay === null || addDays(lastDay, 1) >= today) return
  await sql`
    insert into membership_freeze (club_member_id, club_id, frozen_from, frozen_until, price_pence, reason, account_id,
      created_at)
    select id, club_id, ${addDays(lastDay, 1)}, ${addDays(today, -1)}, 0, 'Was not a member', ${user.accountId}, ${now}
    from club_member own
    where id = ${clubMemberId}
      and exists (select from membership_period where club_member_id = own.id and not is_double and period_until = ${lastDay})
      and not exists (select from membership_freeze frozen where frozen.club_member_id = own.id
        and daterange(frozen_from, frozen_until, '[]') && daterange(${addDays(lastDay, 1)}, ${today}))`.execute(tx)
}

/** Finds the days up to a membership's last day that were never charged, since no run reaches them any more. */
async function gapAtLeaving(db: Db, clubMemberId: number, lastDay: string): Promise<Gap[]> {
  const [membership] = await readMemberships(db, withIds([clubMemberId]))
  return membership && (await hasCharged(db, membership.clubId)) ? uncharged(membership, lastDay) : []
}

function uncharged(membership: ChargedMembership, lastDay: string): Gap[] {
  const { terms, billingDay, last, newSince } = membership
  const { periods } = duePeriods(
    {
      ...membership,
      terms: { ...terms, paymentMethodId: terms.paymentMethodId ?? paymentMethod.cash },
      nextPayment: membership.nextPayment ?? (last ? addDays(last.until, 1) : newSince),
      memberUntil: lastDay,
    },
    { today: lastDay, dueUntil: lastDayOfAll, billingDay },
  )
  const { paymentMethodId } = terms
  const missed = periods
    .filter(({ pence }) => pence > 0)
    .map(period => ({ ...period, isMissed: true, paymentMethodId }))
  return missed.length > 0 ? gapsOf({ membership, missed: [missed satisfies DuePeriod[]] }) : []
}

interface Term {
  /** Null if the member can leave on that day without owing anything. */
  readonly bound: Bound | null
  /** The uncharged days from the last day to the bound. */
  readonly gaps: readonly PricedGap[]
}

/** Works out what a member who leaves owes to the end of their minimum term or notice. */
export async function termAtLeaving(
  db: Db,
  clubMemberId: number,
  { lastDay, today, boundUntil }: { lastDay: string; today: string; boundUntil?: string | null },
): Promise<Term> {
  const [membership] = await readMemberships(db, withIds([clubMemberId]))
  const [terms] = await planTermsOf(db, { clubMemberIds: [clubMemberId], on: today })
  const none = { bound: null, gaps: [] }
  if (!membership || !terms || !(await hasCharged(db, membership.clubId))) return none
  const bound = boundUntil
    ? { until: boundUntil, by: 'term' as const }
    : boundOf({ ...terms, freezes: membership.freezes }, today)
  if (!bound || bound.until <= lastDay) return none
  const { last, newSince } = membership
  // The days up to the last one are a gap of their own.
  const after = {
    ...membership,
    change: null,
    last: last && last.until < lastDay ? { ...last, until: lastDay } : last,
    newSince: !last && newSince !== null && newSince <= lastDay ? addDays(lastDay, 1) : newSince,
  }
  return { bound, gaps: await priceGaps(uncharged(after, bound.until), questions => pricesFor(db, questions)) }
}

interface TermLeft {
  readonly clubId: number
  readonly gaps: Term['gaps']
  readonly term: 'charge' | 'waive'
  readonly reason: string
}

/** Charges or waives the days that `termAtLeaving` found. Needs the member's account locked. */
export async function settleTerm(
  context: Parameters<typeof settleStored>[0],
  { clubId, gaps, term, reason }: TermLeft,
): Promise<void> {
  const { tx, now } = context
  const stored = await storeGaps(tx, { runId: null, now }, gaps)
  const charge = term === 'charge' ? null : 0
  await settleStored(context, clubId, {
    ...{ gaps: stored, charge, rest: 'waived', joiningFee: false, reason: reason.slice(0, 400) },
  })
}

/** Says whether a club has ever charged here; one that collects in another way has no gaps. */
export const hasCharged = async (db: Db, clubId: number): Promise<boolean> =>
  (await db.selectFrom('charging_run').select('id').where('club_id', '=', clubId).limit(1).execute()).length > 0

/** Prices the uncharged days up to a membership's last day. */
export const unchargedDays = async (db: Db, clubMemberId: number, lastDay: string): Promise<PricedGap[]> =>
  await priceGaps(await gapAtLeaving(db, clubMemberId, lastDay), questions => pricesFor(db, questions))

/** Stores a leaving member's uncharged days as a gap, and raises a task about it. */
export async function keepUnchargedDays(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  { clubMemberId, clubId, lastDay, today }: Omit<Leaving, 'memberId'>,
): Promise<void> {
  const stored = await storeGaps(tx, { runId: null, now }, await gapAtLeaving(tx, clubMemberId, lastDay))
  if (stored.length > 0) await raiseGapTask(tx, { clubId, on: today })
}
