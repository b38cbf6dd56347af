import type { Output } from '@honbu/contract/endpoint.ts'
import type { getMemberReferrals } from '@honbu/contract/referrals.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'

export const cameOn = sql<string>`(enquiry.created_at at time zone club.time_zone)::date`
export const friend = sql<string>`coalesce(trim(person.first_name || ' ' || person.last_name), '')`
export const isRewarded = sql<boolean>`(charge.id is not null or reward_task_id is not null)`

/**
 * The enquiries that came by the link of a member, with what the referrer was thanked with: a credit that was taken back
 * counts no more. Somebody who came by his own link, as two records that became one do, came by nobody's.
 */
export const referralRows = (db: Db) =>
  db
    .selectFrom('enquiry')
    .innerJoin('club', 'club.id', 'enquiry.club_id')
    .leftJoin('member', 'member.id', 'enquiry.member_id')
    .leftJoin('person', 'person.id', 'member.person_id')
    .leftJoin('club_member as own', join =>
      join.onRef('own.member_id', '=', 'enquiry.member_id').onRef('own.club_id', '=', 'enquiry.club_id'),
    )
    .leftJoin('standing_charge as charge', 'charge.id', 'enquiry.reward_charge_id')
    .leftJoin('task', 'task.id', 'enquiry.reward_task_id')
    .where('enquiry.referrer_id', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('enquiry.member_id', 'is', null), eb('enquiry.member_id', '<>', eb.ref('enquiry.referrer_id'))]),
    )
    .select(['enquiry.id as enquiryId', 'enquiry.club_id as clubId', 'club.name as clubName'])
    .select(['enquiry.member_id as memberId', 'enquiry.was_known as wasKnown'])
    .select('own.member_status_id as memberStatusId')
    .select([cameOn.as('cameOn'), friend.as('name')])
    .select(['charge.amount_pence as pence', 'task.id as taskId', 'task.completed_at as taskDoneAt'])
    .select(sql<string | null>`(enquiry.rewarded_at at time zone club.time_zone)::date`.as('rewardedOn'))

type Row = ReturnType<typeof referralRows> extends { execute(): Promise<(infer R)[]> } ? R : never

/** As the contract has it. */
export function referral({ pence, taskId, taskDoneAt, rewardedOn, ...row }: Row): Referral {
  const kind = kindOf(pence, taskId)
  return {
    ...row,
    reward:
      rewardedOn === null
        ? null
        : { on: rewardedOn, kind, amount: pence === null ? null : pounds(-pence), isDone: taskDoneAt !== null },
  }
}

type Referral = Output<typeof getMemberReferrals>['brought'][number]

function kindOf(pence: number | null, taskId: number | null) {
  if (pence !== null) return 'credit'
  return taskId === null ? 'other' : 'task'
}
