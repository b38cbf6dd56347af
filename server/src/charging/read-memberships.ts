import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { familyPrice, type PlanTerms, planTermsOf } from '../plans/index.ts'
import type { Db } from '../platform/database.ts'
import type { Freeze } from './billing-schedule.ts'
import type { Membership, Terms } from './due-periods.ts'

/** A membership with all that its charges depend on. */
export interface ChargedMembership extends Membership {
  readonly clubMemberId: number
  readonly memberId: number
  readonly memberName: string
  readonly clubId: number
  readonly billingDay: number | null
  /** The price of the plan before the family's; null: none is agreed. */
  readonly agreedPence: number | null
  /** What somebody new pays once, with the first period. */
  readonly joiningFeePence: number
  /** The joining fee of the plan that a waiting change brings. */
  readonly changedJoiningFeePence: number
  /** The joining fee of a member who was added late; an admin decides whether to charge it. */
  readonly lateJoiningFeePence: number
}

/** A member who was added later than this after joining may have paid elsewhere, so an admin decides. */
const typedLateDays = 14
/** Limits the days before a member was added that an admin decides about. */
const askedAboutDays = 365

const goesOn = sql`own.member_status_id in (${sql.lit(memberStatus.active)}, ${sql.lit(memberStatus.issue)})`

const isWaiting = sql`change.club_member_id = own.id and change.applied_at is null and change.cancelled_at is null`

/** The memberships of a club that have something due by a day: SQL for a where clause over `club_member own`. */
export const dueIn = (clubId: number, dueUntil: string) => sql`own.club_id = ${clubId} and ${goesOn} and (
  own.next_payment <= ${dueUntil}
  or exists (select from plan_change change where ${isWaiting} and change.next_payment <= ${dueUntil}))`

/** Those that pay, or ought to. */
export const payingIn = (clubId: number) => sql`own.club_id = ${clubId} and ${goesOn}
  and (own.next_payment is not null or own.training_plan_id is not null)`

export const membershipsOf = (memberIds: readonly number[]) =>
  sql`own.member_id = any(${[...memberIds]}::bigint[]) and ${goesOn}
    and (own.next_payment is not null or own.training_plan_id is not null)`

export const withIds = (ids: readonly number[]) => sql`own.id = any(${[...ids]}::bigint[])`

interface Row {
  clubMemberId: number
  memberId: number
  memberName: string
  clubId: number
  billingDay: number | null
  subFrequencyId: number | null
  pence: number | null
  paymentMethodId: number | null
  trainingPlanId: number | null
  nextPayment: string | null
  memberSince: string | null
  memberUntil: string | null
  nextRenewal: string | null
  enteredOn: string
  isImported: boolean
  isFirst: boolean
  lastUntil: string | null
  anchorOn: string | null
  anchorDay: number | null
  lastFrequencyId: number | null
  changeOn: string | null
  changesPriceOnly: boolean | null
  isProRata: boolean | null
  changePaymentMethodId: number | null
  changeNextPayment: string | null
  freezes: Freeze[]
}

/** Memberships in the order of their ids; a fixed number of queries, however many they are. */
export async function readMemberships(db: Db, which: RawBuilder<unknown>): Promise<ChargedMembership[]> {
  const { rows } = await sql<Row>`
    select own.id as "clubMemberId", own.member_id as "memberId", own.club_id as "clubId",
      trim(person.first_name || ' ' || person.last_name) as "memberName",
      case when setting.billing_day > 1 then setting.billing_day when setting.is_on_first then 1 end as "billingDay", own.sub_frequency_id as "subFrequencyId",
      own.sub_price_pence as pence, own.payment_method_id as "paymentMethodId",
      own.training_plan_id as "trainingPlanId", own.next_payment as "nextPayment", own.member_since as "memberSince",
      own.member_until as "memberUntil", own.next_renewal as "nextRenewal",
      (own.date_added at time zone club.time_zone)::date as "enteredOn",
      exists (select from import_line line where line.member_id = own.member_id) as "isImported",
      not exists (select from membership_period period where period.club_member_id = own.id
        and not exists (select from membership_gap_period gap where gap.membership_period_id = period.id)) as "isFirst",
      last.period_until as "lastUntil", last.anchor_on as "anchorOn", last.anchor_day as "anchorDay",
      last.sub_frequency_id as "lastFrequencyId", change.applies_on as "changeOn",
      change.price_change_id is not null as "changesPriceOnly", change.is_pro_rata as "isProRata", change.payment_method_id as "changePaymentMethodId",
      change.next_payment as "changeNextPayment",
      coalesce((select json_agg(json_build_object('from', frozen_from, 'until', frozen_until, 'pence', price_pence))
        from membership_freeze where club_member_id = own.id), '[]') as freezes
    from club_member own
    join club on club.id = own.club_id
    join member on member.id = own.member_id
    join person on person.id = member.person_id
    left join charging_setting setting on setting.club_id = own.club_id
    left join plan_change change on ${isWaiting}
    left join lateral (
      select period_until, anchor_on, anchor_day, sub_frequency_id from membership_period period
      where period.club_member_id = own.id and not period.is_double
      order by period.period_from desc limit 1
    ) last on true
    where ${which}
    order by own.id`.execute(db)
  const ids = rows.map(row => row.clubMemberId)
  // Before any change that waits, and after it.
  const now = byId(await planTermsOf(db, { clubMemberIds: ids, on: '0001-01-01' }))
  const changing = rows.filter(row => row.changeOn !== null).map(row => row.clubMemberId)
  const later = byId(changing.length > 0 ? await planTermsOf(db, { clubMemberIds: changing, on: '9999-12-31' }) : [])
  return rows.map(row => membershipOf(row, now.get(row.clubMemberId), later.get(row.clubMemberId)))
}

const byId = (terms: readonly PlanTerms[]) => new Map(terms.map(each => [each.clubMemberId, each]))

function membershipOf(row: Row, now: PlanTerms | undefined, later: PlanTerms | undefined): ChargedMembership {
  const { clubMemberId, memberId, memberName, clubId, billingDay, nextPayment, memberUntil, nextRenewal, freezes } = row
  const isNew = row.isFirst && !row.isImported && row.memberSince !== null
  const isTypedLate = isNew && (row.memberSince ?? '') < addDays(row.enteredOn, -typedLateDays)
  const joiningFeePence = isNew ? (now?.joiningFeePence ?? 0) : 0
  return {
    clubMemberId,
    memberId,
    memberName,
    clubId,
    billingDay,
    agreedPence: now ? now.pence : row.pence,
    nextPayment,
    memberUntil,
    nextRenewal,
    freezes,
    newSince: isNew && row.lastUntil === null ? firstAskedDay(row) : null,
    isTypedLate,
    joiningFeePence: isTypedLate ? 0 : joiningFeePence,
    changedJoiningFeePence: isNew && !isTypedLate ? (later?.joiningFeePence ?? 0) : 0,
    lateJoiningFeePence: isTypedLate ? joiningFeePence : 0,
    terms: now ? termsOf(now, row.paymentMethodId) : withoutPlan(row),
    change: row.changeOn !== null && later ? changeOf(row, row.changeOn, later) : null,
    last:
      row.lastUntil !== null && row.anchorOn !== null && row.anchorDay !== null && row.lastFrequencyId !== null
        ? { until: row.lastUntil, anchor: { on: row.anchorOn, day: row.anchorDay }, frequencyId: row.lastFrequencyId }
        : null,
  }
}

function firstAskedDay({ memberSince, enteredOn }: Row): string | null {
  const first = addDays(enteredOn, -askedAboutDays)
  return memberSince !== null && memberSince < first ? first : memberSince
}

export const termsOf = (plan: PlanTerms, paymentMethodId: number | null): Terms => ({
  frequencyId: plan.subFrequencyId,
  pence: plan.pence === null ? null : familyPrice(plan.pence, plan, plan.familyPosition),
  paymentMethodId,
  trainingPlanId: plan.trainingPlanId,
  planName: plan.planName,
})

const withoutPlan = ({ subFrequencyId, pence, paymentMethodId }: Row): Terms => ({
  frequencyId: subFrequencyId,
  pence,
  paymentMethodId,
  trainingPlanId: null,
  planName: 'Membership',
})

/** A change of the price alone leaves everything else as it is on that day. */
const changeOf = (row: Row, on: string, later: PlanTerms): Membership['change'] =>
  row.changesPriceOnly
    ? { on, terms: termsOf(later, row.paymentMethodId) }
    : {
        ...{ on, terms: termsOf(later, row.changePaymentMethodId) },
        ...{ nextPayment: row.changeNextPayment, isProRata: row.isProRata === true },
      }
