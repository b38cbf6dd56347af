import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/members.ts'
import { sql } from 'kysely'
import { requireSession } from '../classes/index.ts'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { findMembers } from './find-members.ts'

export async function basicSearch({ db, user }: Read, { filter = '', clubId }: Input<typeof call.basicSearch>) {
  return await findMembers(db, filter, { clubIds: clubId === undefined ? [...user.clubs.keys()] : [clubId] })
}

/** Whoever the user may see and the class's tree of clubs looks after; shown with the membership in the class's own club. */
export async function classSearch(
  { db, user }: Read,
  { filter = '', classId, classDate }: Input<typeof call.classSearch>,
) {
  const session = await requireSession(db, classId, classDate)
  const clubIds = await clubsOfTree(db, user, session.rootClubId)
  const found = await findMembers(db, filter, { clubIds, homeClubId: session.clubId })
  const onRegister = await registerAmong(
    db,
    found.map(({ id }) => id),
    { classId, classDate },
  )
  return found.map(member => ({ ...member, isOnRegister: onRegister.has(member.id) }))
}

async function clubsOfTree(db: Db, user: User, rootClubId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('club')
    .select('id')
    .where('root_club_id', '=', rootClubId)
    .where('id', 'in', [...user.clubs.keys()])
    .execute()
  return rows.map(row => row.id)
}

async function registerAmong(
  db: Db,
  ids: readonly number[],
  { classId, classDate }: { classId: number; classDate: string },
): Promise<Set<number>> {
  const { rows } = await sql<{ member_id: number }>`
    select member_id from class_member
      where class_id = ${classId} and member_id = any(${[...ids]})
      and date_added <= ${classDate} and (removed_on is null or removed_on > ${classDate})
    union
    select member_id from booking
      where class_id = ${classId} and booking_date = ${classDate} and cancelled_at is null and member_id = any(${[...ids]})
    union
    select member_id from attendance
      where class_id = ${classId} and class_date = ${classDate} and member_id = any(${[...ids]})`.execute(db)
  return new Set(rows.map(row => row.member_id))
}
