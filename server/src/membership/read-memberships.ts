import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { getMembership as call, membershipMoves } from '@honbu/contract/membership.ts'
import { sql } from 'kysely'
import { mayTouch, type User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { type Places, statement } from '../platform/statement.ts'

type Move = (typeof membershipMoves)[number]

const { active, prospect, lapsed, issue, enquiry, notInterested, unconverted } = memberStatus

/** What can be done with a membership of this status; the moves themselves are in members/status.ts. */
export function movesOf(statusId: number): Move[] {
  if (statusId === active) return ['renew', 'lapse', 'toggleIssue']
  if (statusId === issue) return ['renew', 'lapse', 'toggleIssue']
  if (statusId === lapsed) return ['renew', 'trial']
  if (statusId === enquiry || statusId === prospect) return ['activate', 'notInterested']
  if (statusId === notInterested || statusId === unconverted) return ['activate', 'reopen', 'trial']
  return []
}

export async function getMembership({ db, user, now }: Read, { id, clubId }: Input<typeof call>) {
  const rows = await readMemberships(db, user, now, { memberId: id })
  return clubId === undefined ? rows : rows.filter(row => row.clubId === clubId)
}

interface Row {
  clubMemberId: number
  memberId: number
  clubId: number
  clubName: string
  timeZone: string
  version: number
  memberStatusId: number
  categoryId: number | null
  categoryName: string | null
  trainingPlanId: number | null
  planName: string | null
  subFrequencyId: number | null
  subFrequency: string | null
  subPricePence: number | null
  paymentMethodId: number | null
  paymentMethod: string | null
  marketingSourceId: number | null
  marketingSource: string | null
  memberSince: string | null
  memberUntil: string | null
  nextRenewal: string | null
  nextPayment: string | null
  trialStart: string | null
  trialPlanId: number | null
  trialPlanName: string | null
  isGradingCandidate: boolean
  planned: {
    planChangeId: number
    from: string
    planName: string
    subFrequency: string
    pence: number
    paymentMethod: string | null
    nextPayment: string | null
  } | null
}

/** All of a member, the caller's first; or the one that is named. */
export async function readMemberships(
  db: Db,
  user: User,
  now: Date,
  { memberId, clubMemberId }: { memberId: number; clubMemberId?: number },
) {
  const rows = await membershipsOf(db, {
    memberId,
    clubMemberId: clubMemberId ?? null,
    clubIds: [...user.clubs.keys()],
  })
  return rows
    .map(row => (mayTouch(user, row.clubId) ? row : withoutMoney(row)))
    .map(({ timeZone, subPricePence, planned, ...row }) => ({
      ...row,
      subPrice: subPricePence === null ? null : pounds(subPricePence),
      today: todayIn(timeZone, now),
      isOurs: mayTouch(user, row.clubId),
      isAdmin: mayTouch(user, row.clubId, true),
      moves: mayTouch(user, row.clubId) ? movesOf(row.memberStatusId) : [],
      plannedChange: planned && withPounds(planned),
    }))
}

/** What a member pays elsewhere, and how, is that club's business. */
const withoutMoney = (row: Row): Row => ({
  ...row,
  ...{ trainingPlanId: null, planName: null, subFrequencyId: null, subFrequency: null, subPricePence: null },
  ...{ paymentMethodId: null, paymentMethod: null, nextPayment: null, trialPlanId: null, trialPlanName: null },
  ...{ marketingSourceId: null, marketingSource: null, planned: null },
})

const withPounds = ({ pence, ...planned }: NonNullable<Row['planned']>) => ({ ...planned, subPrice: pounds(pence) })

interface Asked {
  readonly memberId: number
  /** Null: all of them. */
  readonly clubMemberId: number | null
  readonly clubIds: readonly number[]
}

const membershipsOf = statement(
  (_db, { memberId, clubMemberId, clubIds }: Places<Asked>) => sql<Row>`
    select own.id as "clubMemberId", own.member_id as "memberId", club.id as "clubId", club.name as "clubName",
      club.time_zone as "timeZone", own.version, own.member_status_id as "memberStatusId", own.category_id as "categoryId",
      member_category.name as "categoryName", own.training_plan_id as "trainingPlanId", plan.name as "planName",
      own.sub_frequency_id as "subFrequencyId", frequency.name as "subFrequency", own.sub_price_pence as "subPricePence",
      own.payment_method_id as "paymentMethodId", method.name as "paymentMethod",
      own.marketing_source_id as "marketingSourceId", source.name as "marketingSource", own.member_since as "memberSince",
      own.member_until as "memberUntil", own.next_renewal as "nextRenewal", own.next_payment as "nextPayment",
      own.trial_start as "trialStart", own.trial_plan_id as "trialPlanId", tried.name as "trialPlanName", own.is_grading_candidate as "isGradingCandidate",
      (select json_build_object('planChangeId', change.id, 'from', change.applies_on, 'planName', planned.name,
          'subFrequency', lookup.name, 'pence', change.sub_price_pence, 'paymentMethod', planned_method.name,
          'nextPayment', change.next_payment)
        from plan_change change
        join training_plan planned on planned.id = change.training_plan_id
        join lookup on lookup.id = change.sub_frequency_id
        left join lookup planned_method on planned_method.id = change.payment_method_id
        where change.club_member_id = own.id and change.applied_at is null and change.cancelled_at is null) as planned
    from club_member own
    join club on club.id = own.club_id
    left join member_category on member_category.id = own.category_id
    left join training_plan plan on plan.id = own.training_plan_id
    left join training_plan tried on tried.id = own.trial_plan_id
    left join lookup frequency on frequency.id = own.sub_frequency_id
    left join lookup method on method.id = own.payment_method_id
    left join lookup source on source.id = own.marketing_source_id
    where own.member_id = ${memberId} and (${clubMemberId}::bigint is null or own.id = ${clubMemberId})
    order by club.id <> all(${clubIds}::bigint[]), own.member_status_id not in (21, 24), club.name,
      club.id`,
)
