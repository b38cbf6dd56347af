import { memberStatus } from '@honbu/contract/ids.ts'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

interface MemberClub {
  readonly clubId: number
  readonly clubName: string
}

/** The caller's clubs in which the member may give a mandate: those of his memberships, ended ones last. */
export async function clubsOf(db: Db, user: User, memberId: number): Promise<(MemberClub & { isOver: boolean })[]> {
  const over: readonly number[] = [memberStatus.lapsed, memberStatus.notInterested, memberStatus.unconverted]
  const rows = await db
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select(['club.id as clubId', 'club.name as clubName', 'member_status_id as statusId'])
    .where('member_id', '=', memberId)
    .where('club.id', 'in', [0, ...user.clubs.keys()])
    .orderBy('club.name')
    .execute()
  const clubs = rows.map(({ statusId, ...club }) => ({ ...club, isOver: over.includes(statusId) }))
  return [...clubs.filter(({ isOver }) => !isOver), ...clubs.filter(({ isOver }) => isOver)]
}

/**
 * The club that is named, or the only one that it can be.
 * @throws Refused 400 under clubId
 */
export async function clubOf(
  db: Db,
  user: User,
  { memberId, clubId }: { memberId: number; clubId?: number | undefined },
): Promise<MemberClub> {
  const clubs = await clubsOf(db, user, memberId)
  const current = clubs.filter(({ isOver }) => !isOver)
  const named = clubs.find(club => club.clubId === clubId)
  const [only] = current.length > 0 ? current : clubs
  const found = clubId === undefined ? only : named
  if (!found) throw refused('The member has no membership in this club.')
  if (clubId === undefined && current.length > 1) throw refused('The member is in several of your clubs: choose one.')
  return found
}

const refused = (message: string) => new Refused(400, message, { clubId: [message] })
