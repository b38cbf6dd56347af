import type { Write } from '../platform/route.ts'
import { audited, type LockedMembership, lockMembership } from './lock-membership.ts'

/** Audits a membership before and after its move, and counts its version up. */
export async function auditMove(context: Write, before: LockedMembership) {
  const after = await lockMembership(context, before.id)
  await context.tx
    .updateTable('club_member')
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  context.audit({
    clubId: before.clubId,
    memberId: before.memberId,
    subject: 'club_member',
    subjectId: before.id,
    before: audited(before),
    after: audited(after),
  })
  return { clubMemberId: before.id, memberId: before.memberId, memberStatusId: after.memberStatusId }
}
