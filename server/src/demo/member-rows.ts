import { addDays, addMonths, ageOn, monthsBetween } from '@honbu/contract/calendar.ts'
import { communication } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import { demoCategories } from './disciplines.ts'
import type { Subscription } from './money.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'
import type { Training } from './training.ts'

const sharePhotoConsent = 0.82
const marketingSources = [
  [1201, 42],
  [1202, 24],
  [1203, 16],
  [1204, 12],
  [1205, 6],
] as const

interface Facts {
  readonly subscriptions: ReadonlyMap<number, Subscription>
  /** Memberships entered for the next grading. */
  readonly candidates: ReadonlySet<number>
  readonly staff: ReadonlyMap<number, Staff>
  readonly clock: Clock
}

/** The memberships, and every status they have had. */
export function addMembershipRows(
  rows: DemoRows,
  trainings: readonly Training[],
  { subscriptions, candidates, staff, clock }: Facts,
): void {
  for (const { membership, plan } of trainings) {
    const { id, member, club, joined, lapsed, trialStart, enquired, changes, status } = membership
    const random = randomFor(`membership ${id}`)
    const subscription = subscriptions.get(id)
    const age = ageOn(member.dob, clock.today)
    const category = demoCategories.find(
      ({ rootId, minAge, maxAge }) => rootId === club.rootId && age >= minAge && (maxAge === null || age <= maxAge),
    )
    rows.club_member.push({
      id,
      member_id: member.id,
      club_id: club.id,
      root_club_id: club.rootId,
      member_status_id: status,
      category_id: category?.id ?? null,
      training_plan_id: plan?.id ?? null,
      sub_frequency_id: subscription?.frequencyId ?? null,
      sub_price_pence: subscription?.pence ?? null,
      payment_method_id: subscription?.methodId ?? null,
      marketing_source_id: random.weighted(marketingSources),
      member_since: joined,
      member_until: lapsed,
      next_renewal: joined && !lapsed ? anniversaryAfter(joined, clock.today) : null,
      next_payment: subscription?.nextPayment ?? null,
      trial_start: trialStart,
      communication_flags: consents(random),
      is_grading_candidate: candidates.has(id),
      date_added: at(enquired, '12:00'),
    })
    const { admin, instructor } = staff.get(club.id) ?? {}
    for (const { from, to, on, reason } of changes) {
      rows.member_status_change.push({
        club_member_id: id,
        club_id: club.id,
        from_status_id: from,
        to_status_id: to,
        changed_on: on,
        reason,
        account_id: (random.chance(0.7) ? admin : instructor)?.accountId ?? null,
        created_at: at(on, '12:00'),
      })
    }
    if (member.club.id === club.id) rememberArrival(rows, member, enquired)
  }
}

/** Someone is known from the first enquiry on. */
function rememberArrival(rows: DemoRows, { id, personId }: { id: number; personId: number }, enquired: string): void {
  for (const row of [rows.member[id - 1], rows.person[personId - 1]]) if (row) row.created_at = at(enquired, '12:00')
}

function consents(random: Random): number {
  const given = [
    [communication.sms, 0.7],
    [communication.email, 0.85],
    [communication.app, 0.4],
    [communication.photo, sharePhotoConsent],
    [communication.other, 0.1],
  ] as const
  return given.reduce((flags, [flag, share]) => flags + (random.chance(share) ? flag : 0), 0)
}

/** The next anniversary; tomorrow at the earliest. */
function anniversaryAfter(joined: string, today: string): string {
  const years = Math.floor(monthsBetween(joined, addDays(today, 1)) / 12)
  const candidate = addMonths(joined, 12 * years)
  return candidate > today ? candidate : addMonths(joined, 12 * (years + 1))
}
