import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { memberStatus, subFrequency, transactionCategory } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { Subscription } from './money.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows, type Row } from './rows.ts'
import type { Training } from './training.ts'

const shareFrozenSoon = 0.012
/** Of those whose latest period is paid: frozen since it began, for less. */
const shareFrozenNow = 0.012
/** Of those who pay by the month: nobody charged the months before their first charge here. */
const shareUncharged = 0.03
const frozenPence = 500
const reasons = {
  grown: ['Knee injury', 'Working abroad', 'New baby', 'Moving house'],
  young: ['Broken arm', 'Exams', 'Abroad with the family', 'Swimming this term'],
} as const
/** Runs that are remembered; what was charged before came from elsewhere. */
const daysOfRuns = 30

/**
 * The days that the charges of memberships were for, the runs that made the latest of them, and some freezes to come.
 * Answers the subscriptions with the payment that comes next after what has been charged.
 */
export function addPeriods(
  rows: DemoRows,
  trainings: readonly Training[],
  subscriptions: ReadonlyMap<number, Subscription>,
  clock: Clock,
): Map<number, Subscription> {
  const charges = Map.groupBy(rows.charge, charge => keyOf(charge.member_id, charge.club_id, charge.description))
  const after = new Map(subscriptions)
  for (const { membership, plan } of trainings) {
    const subscription = subscriptions.get(membership.id)
    const { id, member, club, joined, status } = membership
    if (!subscription || !plan || !joined) continue
    let last: string | null = null
    const firstPeriod = rows.membership_period.length
    for (const charge of charges.get(keyOf(member.id, club.id, plan.name)) ?? []) {
      const period = periodOf(charge, subscription)
      charge.category_id ??= transactionCategory.membership
      charge.payment_method_id ??= subscription.methodId
      charge.period_from ??= period.period_from
      charge.period_until ??= period.period_until
      rows.membership_period.push({
        ...period,
        id: rows.membership_period.length + 1,
        club_member_id: id,
        club_id: club.id,
        charge_id: Number(charge.id),
        charging_run_id: runOf(rows, charge, clock),
      })
      last = period.period_until
    }
    const next = subscription.nextPayment
    const isCharged = last !== null && next !== null && next <= last
    const nextPayment = isCharged && last !== null ? addDays(last, 1) : next
    after.set(id, { ...subscription, nextPayment })
    if (status !== memberStatus.active || !nextPayment) continue
    const why = member.age >= 18 ? reasons.grown : reasons.young
    if (!freezeNow(rows, id, { clubId: club.id, clock, why }))
      freeze(rows, id, { clubId: club.id, from: nextPayment, why })
    addGap(rows, firstPeriod, joined)
  }
  return after
}

/** Adds an open gap of up to three months before a membership's first period. */
function addGap(rows: DemoRows, index: number, joined: string): void {
  const first = rows.membership_period[index]
  if (!first || first.sub_frequency_id !== subFrequency.monthly) return
  const random = randomFor(`gap ${first.club_member_id}`)
  const months = random.between(2, 3)
  if (!random.chance(shareUncharged) || joined > addMonths(first.period_from, -months)) return
  const gapId = rows.membership_gap.length + 1
  rows.membership_gap.push({
    ...{ id: gapId, club_member_id: first.club_member_id, club_id: first.club_id },
    created_at: at(first.period_from, '03:23'),
  })
  for (let month = months; month > 0; month -= 1) {
    const from = addMonths(first.period_from, -month, first.anchor_day)
    const next = addMonths(first.period_from, 1 - month, first.anchor_day)
    const id = rows.membership_period.length + 1
    rows.membership_period.push({
      ...first,
      ...{ id, period_from: from, period_until: addDays(next, -1), anchor_on: from },
      ...{ whole_days: daysBetween(from, next), pence: 0, charge_id: null, charging_run_id: null },
    })
    rows.membership_gap_period.push({ membership_gap_id: gapId, membership_period_id: id })
  }
}

const keyOf = (...parts: readonly unknown[]) => parts.join(' ')

function periodOf({ due_on, amount_pence }: Row<'charge'>, { frequencyId, dueDay }: Subscription) {
  const next = addMonths(due_on, frequencyId === subFrequency.yearly ? 12 : 1, dueDay)
  return {
    period_from: due_on,
    period_until: addDays(next, -1),
    anchor_on: due_on,
    anchor_day: dueDay,
    sub_frequency_id: frequencyId,
    full_pence: amount_pence,
    whole_days: daysBetween(due_on, next),
    list_pence: amount_pence,
    pence: amount_pence,
  }
}

/** The run of a club's night, made with the first of its charges. */
function runOf(rows: DemoRows, charge: Row<'charge'>, { today }: Clock): number | null {
  const { club_id, transaction_date: day, amount_pence } = charge
  if (day < addDays(today, -daysOfRuns) || day >= today) return null
  const night = at(day, '03:23')
  const found = rows.charging_run.find(run => run.club_id === club_id && run.run_on === day)
  const run = found ?? {
    id: rows.charging_run.length + 1,
    club_id,
    state: 'done',
    run_on: day,
    due_until: charge.due_on,
    total: 0,
    done: 0,
    charged: 0,
    pence: 0,
    created_at: night,
    moved_at: night,
    finished_at: night,
  }
  if (!found) rows.charging_run.push(run)
  if (charge.due_on > run.due_until) run.due_until = charge.due_on
  run.total = (run.total ?? 0) + 1
  run.done = (run.done ?? 0) + 1
  run.charged = (run.charged ?? 0) + 1
  run.pence = Number(run.pence ?? 0) + amount_pence
  return Number(run.id)
}

/**
 * Somebody who has not trained since the latest period began, and has paid the lower price for it. False: nobody is.
 */
function freezeNow(rows: DemoRows, clubMemberId: number, { clubId, clock: { today }, why }: Frozen): boolean {
  const random = randomFor(`frozen ${clubMemberId}`)
  const period = rows.membership_period.at(-1)
  if (!random.chance(shareFrozenNow) || period?.club_member_id !== clubMemberId || period.period_from > today)
    return false
  const charge = rows.charge.find(({ id }) => id === period.charge_id)
  const allocations = rows.allocation.filter(({ charge_id }) => charge_id === charge?.id)
  const payment = rows.payment.find(({ id }) => id === allocations[0]?.payment_id)
  const [allocation] = allocations
  // Paid whole, at once, and by nothing else.
  if (!charge || !allocation || !payment || payment.amount_pence !== charge.amount_pence) return false
  const run = rows.charging_run.find(({ id }) => id === period.charging_run_id)
  if (run) run.pence = Number(run.pence) - charge.amount_pence + frozenPence
  for (const row of [charge, allocation, payment]) row.amount_pence = frozenPence
  Object.assign(period, { list_pence: frozenPence, pence: frozenPence })
  rows.membership_freeze.push({
    club_member_id: clubMemberId,
    club_id: clubId,
    frozen_from: period.period_from,
    frozen_until: addDays(addMonths(period.period_from, random.between(2, 3)), -1),
    price_pence: frozenPence,
    reason: random.pick(why),
  })
  return true
}

interface Frozen {
  readonly clubId: number
  readonly clock: Clock
  readonly why: readonly string[]
}

function freeze(rows: DemoRows, clubMemberId: number, { clubId, from, why }: FrozenSoon): void {
  const random = randomFor(`freeze ${clubMemberId}`)
  if (!random.chance(shareFrozenSoon)) return
  rows.membership_freeze.push({
    club_member_id: clubMemberId,
    club_id: clubId,
    frozen_from: from,
    price_pence: 0,
    frozen_until: random.chance(0.7) ? addDays(addMonths(from, random.between(1, 3)), -1) : null,
    reason: random.pick(why),
  })
}

interface FrozenSoon {
  readonly clubId: number
  readonly from: string
  readonly why: readonly string[]
}
