import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'

export async function getUserClubs({ db, user }: Read, { id, UserId }: Input<typeof call.getUserClubs>) {
  await requireClubUser(db, id, UserId)
  return await db
    .selectFrom('club_user')
    .innerJoin('club', 'club.id', 'club_user.club_id')
    .select(['club_user.id as clubUserId', 'club.id as clubId', 'club.name as clubName'])
    .select(['is_admin as isAdmin', 'user_since as userSince', 'user_until as userUntil'])
    .where('account_id', '=', UserId)
    .where('club.id', 'in', [0, ...user.clubs.keys()])
    .orderBy('club.name')
    .orderBy('club.id')
    .execute()
}

export async function getUserRoles({ db }: Read, { id, UserId }: Input<typeof call.getUserRoles>) {
  await requireClubUser(db, id, UserId)
  return await db
    .selectFrom('club_user')
    .innerJoin('club_user_role', 'club_user_role.club_user_id', 'club_user.id')
    .innerJoin('lookup', 'lookup.id', 'club_user_role.role_id')
    .select(['lookup.id', 'lookup.name'])
    .where('club_user.club_id', '=', id)
    .where('account_id', '=', UserId)
    .orderBy('lookup.position')
    .execute()
}

async function requireClubUser(db: Read['db'], clubId: number, accountId: number) {
  const message = `User ${accountId} does not work in club ${clubId}.`
  await db
    .selectFrom('club_user')
    .select('id')
    .where('club_id', '=', clubId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow(() => new Refused(404, message, { UserId: [message] }))
}
