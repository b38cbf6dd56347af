import type { Write } from '../platform/route.ts'
import { refused } from './lock-membership.ts'

interface Asked {
  readonly id: number
  readonly clubMemberId?: number | undefined
}

/**
 * The membership that is named, or the only one of the caller's clubs that has one of these statuses; where none has, the
 * only one at all.
 * @throws Refused 409 under `clubMemberId`, naming them, for several
 */
export async function onlyMembership(
  { tx, user }: Pick<Write, 'tx' | 'user'>,
  { id: memberId, clubMemberId }: Asked,
  statusIds: readonly number[],
): Promise<number> {
  if (clubMemberId !== undefined) return clubMemberId
  const rows = await tx
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select(['club_member.id', 'club.name as clubName', 'member_status_id as statusId'])
    .where('member_id', '=', memberId)
    .where('club_id', 'in', [0, ...user.clubs.keys()])
    .orderBy('club_member.id')
    .execute()
  const fitting = rows.filter(({ statusId }) => statusIds.includes(statusId))
  const possible = fitting.length > 0 ? fitting : rows
  const [only] = possible
  if (only && possible.length === 1) return only.id
  const names = possible.map(({ id, clubName }) => `${clubName} (${id})`)
  throw refused(409, 'clubMemberId', `Has several memberships: ${names.join(', ')}. Give one as clubMemberId.`)
}
