import { mayTouch, type User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/** A member with the clubs they belong to. */
export interface MemberAcross {
  readonly id: number
  readonly personId: number
  readonly rootClubId: number
  readonly code: string
  readonly name: string
  /** The clubs in which there is a membership. */
  readonly clubIds: readonly number[]
}

interface Asking {
  readonly db: Db
  readonly user: User
}

/**
 * Reads a member for something that concerns the whole person: only an admin of every club they belong to may do it.
 * @throws Refused 403 under `id` if the user is an admin of only some of them
 */
export async function memberForAdmin(asking: Asking, id: number): Promise<MemberAcross> {
  const [member] = await withClubs(asking, await membersById(asking.db, [id]).execute())
  if (!member) throw new Error('the guard has found the member')
  return member
}

/**
 * Reads members like `memberForAdmin` and locks their rows, in the order of their ids.
 * @throws Refused 403 under `id` if the user is an admin of only some of their clubs
 */
export async function lockForAdmin({ tx, user }: Write, ids: readonly number[]): Promise<MemberAcross[]> {
  return await withClubs({ db: tx, user }, await membersById(tx, ids).forUpdate().execute())
}

const membersById = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.id', 'member.person_id as personId', 'member.root_club_id as rootClubId', 'member.code'])
    .select(['person.first_name', 'person.last_name'])
    .where('member.id', 'in', ids)
    .orderBy('member.id')

type FoundMember = Omit<MemberAcross, 'name' | 'clubIds'> & { readonly first_name: string; readonly last_name: string }

async function withClubs({ db, user }: Asking, members: readonly FoundMember[]): Promise<MemberAcross[]> {
  const memberships = await db
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select(['club_member.member_id as memberId', 'club.id as clubId', 'club.name'])
    .where(
      'club_member.member_id',
      'in',
      members.map(({ id }) => id),
    )
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
export async function photoOf(db: Db, personId: number): Promise<string | null> {
  const person = await db.selectFrom('person').select('photo_url').where('id', '=', personId).executeTakeFirst()
  return person?.photo_url ?? null
}
