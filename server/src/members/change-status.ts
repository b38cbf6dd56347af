import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { refreshTasks } from '../tasks/index.ts'
import { moveStatus } from './status.ts'

/** Of a call, or of the night, when nobody is signed in. */
interface Context extends Pick<Write, 'tx' | 'now'> {
  readonly user: { readonly accountId: number } | null
}

interface Change {
  readonly clubMemberId: number
  readonly clubId: number
  readonly to: number
  /** The day of the club on which it changes. */
  readonly on: string
  readonly reason?: string
  readonly notInterestedReasonId?: number
}

/**
 * Moves a membership to another status, by the moves there are, and writes down each. Somebody who has only asked so far
 * and joins, or is booked, has had a trial by that.
 * @throws Refused 409 that names both statuses where there is no way
 */
export async function changeStatus({ tx, user, now }: Context, change: Change): Promise<{ from: number; to: number }> {
  const { clubMemberId, clubId, to, on, reason = null, notInterestedReasonId = null } = change
  const { member_status_id: from, member_id: memberId } = await tx
    .selectFrom('club_member')
    .select(['member_status_id', 'member_id'])
    .where('id', '=', clubMemberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const steps = stepsBetween(from, to)
  for (const [index, step] of steps.entries()) {
    moveStatus(step.from, step.to)
    const isLast = index === steps.length - 1
    await tx
      .insertInto('member_status_change')
      .values({
        club_member_id: clubMemberId,
        club_id: clubId,
        from_status_id: step.from,
        to_status_id: step.to,
        changed_on: on,
        reason: isLast ? reason : null,
        account_id: user?.accountId ?? null,
        not_interested_reason_id: isLast ? notInterestedReasonId : null,
      })
      .execute()
  }
  await tx
    .updateTable('club_member')
    .set({ member_status_id: to, version: sql`version + 1` })
    .where('id', '=', clubMemberId)
    .execute()
  await refreshTasks(tx, { clubId, memberIds: [memberId], now })
  return { from, to }
}

function stepsBetween(from: number, to: number): { from: number; to: number }[] {
  const { enquiry, prospect, active, issue, lapsed } = memberStatus
  if (from === enquiry && to === active)
    return [
      { from, to: prospect },
      { from: prospect, to },
    ]
  // Whatever the issue was, it is settled by leaving.
  if (from === issue && to === lapsed)
    return [
      { from, to: active },
      { from: active, to },
    ]
  return [{ from, to }]
}
