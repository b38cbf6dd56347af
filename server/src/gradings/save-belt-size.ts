import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/gradings.ts'
import type { Write } from '../platform/route.ts'

export async function saveBeltSize({ tx, user, audit }: Write, { id, beltSize }: Input<typeof call.saveBeltSize>) {
  const before = await tx
    .selectFrom('member')
    .innerJoin('club_member', 'club_member.member_id', 'member.id')
    .select(['member.belt_size', 'club_member.club_id'])
    .where('member.id', '=', id)
    .where('club_member.club_id', 'in', [...user.clubs.keys()])
    .orderBy('club_member.club_id')
    .forUpdate('member')
    .executeTakeFirstOrThrow()
  await tx.updateTable('member').set({ belt_size: beltSize }).where('id', '=', id).execute()
  audit({
    clubId: before.club_id,
    memberId: id,
    subject: 'member',
    subjectId: id,
    before: { beltSize: before.belt_size },
    after: { beltSize },
  })
  return { memberId: id, beltSize }
}
