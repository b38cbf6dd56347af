import { memberStatus } from '@honbu/contract/ids.ts'
import type { BookingWrite } from '../bookings/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { audited, lockMembership } from './lock-membership.ts'
import { lapse } from './moves.ts'

/** Ends a membership because its club ends: days paid for later are credited, and no minimum term is asked for. */
export async function endMembership(
  context: BookingWrite,
  id: number,
  { reason, lastDay }: { reason: string; lastDay: string },
): Promise<void> {
  const { tx, audit } = context
  const { memberId } = await tx
    .selectFrom('club_member')
    .select('member_id as memberId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Money first, as everybody who writes in the ledger.
  await lockAccounts(tx, [memberId])
  const before = await lockMembership(context, id)
  if (before.memberStatusId !== memberStatus.active && before.memberStatusId !== memberStatus.issue) return
  await lapse(context, before, {
    ...{ reason, until: lastDay, keepBookings: false, givesBack: true, term: null, boundUntil: null },
  })
  audit({
    ...{ clubId: before.clubId, memberId: before.memberId, subject: 'club_member', subjectId: id },
    before: audited(before),
    after: audited(await lockMembership(context, id)),
  })
}
