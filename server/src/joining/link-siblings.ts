import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { JoinedClub } from './joined-club.ts'

/** @throws Refused 400 under `linkedMemberIds` for a member of another tree */
export async function refuseOtherTree(tx: Write['tx'], memberIds: readonly number[], rootClubId: number) {
  if (memberIds.length === 0) return
  const other = await tx
    .selectFrom('member')
    .select('id')
    .where('id', 'in', memberIds)
    .where('root_club_id', '<>', rootClubId)
    .executeTakeFirst()
  const message = 'A member belongs to clubs of another organisation.'
  if (other) throw new Refused(400, message, { linkedMemberIds: [message] })
}

interface Family {
  readonly memberIds: readonly number[]
  /** Brothers and sisters who were members before. */
  readonly linkedMemberIds: readonly number[]
}

/** Who join together are brothers and sisters of each other, and of those who were there before. */
export async function linkSiblings(
  { tx, audit }: Pick<Write, 'tx' | 'audit'>,
  club: JoinedClub,
  { memberIds, linkedMemberIds }: Family,
) {
  const known = [...new Set(linkedMemberIds)]
  const pairs = memberIds.flatMap((memberId, index) =>
    [...memberIds.slice(index + 1), ...known].map(linkedMemberId => ({ memberId, linkedMemberId })),
  )
  if (pairs.length === 0) return
  const link = { relationship: 'Sibling', linkedSince: club.today }
  const rows = pairs.map(({ memberId, linkedMemberId }) => ({
    member_id: memberId,
    linked_member_id: linkedMemberId,
    root_club_id: club.rootClubId,
    relationship: link.relationship,
    linked_since: link.linkedSince,
  }))
  const made = await tx
    .insertInto('member_link')
    .values(rows)
    .returning(['id', 'member_id as memberId', 'linked_member_id as linkedMemberId'])
    .execute()
  for (const { id, memberId, linkedMemberId } of made) {
    const after = { linkedMemberId, ...link }
    audit({ clubId: club.clubId, memberId, subject: 'member_link', subjectId: id, before: null, after })
  }
}
