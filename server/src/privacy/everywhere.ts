import { mayTouch } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

export interface LockedMember {
  readonly id: number
  readonly personId: number
  readonly rootClubId: number
  readonly code: string
  readonly name: string
  /** The clubs in which there is a membership. */
  readonly clubIds: readonly number[]
}

/**
 * Members with their rows locked, in the order of their ids, for what concerns a whole person: that takes an admin of
 * every club the person belongs to, not of one of them.
 * @throws Refused 403 under `id` who is admin of some of them only
 */
export async function lockForAdmin({ tx, user }: Write, ids: readonly number[]): Promise<LockedMember[]> {
  const members = await tx
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.id', 'member.person_id as personId', 'member.root_club_id as rootClubId', 'member.code'])
    .select(['person.first_name', 'person.last_name'])
    .where('member.id', 'in', ids)
    .orderBy('member.id')
    .forUpdate()
    .execute()
  const memberships = await tx
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select(['club_member.member_id as memberId', 'club.id as clubId', 'club.name'])
    .where('club_member.member_id', 'in', ids)
    .orderBy('club.name')
    .execute()
  const elsewhere = memberships.filter(({ clubId }) => !mayTouch(user, clubId, true))
  if (elsewhere.length > 0) {
    const clubs = [...new Set(elsewhere.map(({ name }) => name))].join(', ')
    const message = `This member also belongs to ${clubs}: it takes someone who is admin there too.`
    throw new Refused(403, message, { id: [message] })
  }
  return members.map(({ first_name, last_name, ...member }) => ({
    ...member,
    name: `${first_name} ${last_name}`.trim(),
    clubIds: memberships.filter(({ memberId }) => memberId === member.id).map(({ clubId }) => clubId),
  }))
}

/** The address of the photo, null without one. */
export async function photoOf(tx: Write['tx'], personId: number): Promise<string | null> {
  const person = await tx.selectFrom('person').select('photo_url').where('id', '=', personId).executeTakeFirst()
  return person?.photo_url ?? null
}
