import { todayIn } from '@honbu/contract/calendar.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { User } from '../platform/access.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { Read } from '../platform/route.ts'
import { lineCounts } from './fold.ts'

/**
 * Is the `task` of the surrounding query one of the user's: assigned to him, or to nobody in a club that he works in
 * himself? Not the unassigned ones of all clubs below: those are for the people there.
 */
export function isMine(user: User, now: Date): RawBuilder<SqlBool> {
  const today = todayIn(staffTimeZone, now)
  return sql<SqlBool>`(
    task.club_id = any(${[...user.clubs.keys()]}::bigint[]) and (task.account_id = ${user.accountId} or (
      task.account_id is null and task.club_id in (
        select club_id from club_user where club_user.account_id = ${user.accountId}
          and user_since <= ${today} and (user_until is null or user_until >= ${today})
        union
        select id from club where ${user.personId} in (owner_id, admin_id, instructor_id)
      )
    ))
  )`
}

/** How many open lines My Task List shows. */
export async function countMyTasks({ db, user, now }: Pick<Read, 'db' | 'user' | 'now'>): Promise<number> {
  const listed = sql<SqlBool>`task.completed_at is null and ${isMine(user, now)}`
  const { rows } = await lineCounts(listed, todayIn(staffTimeZone, now)).execute(db)
  return rows[0]?.lines ?? 0
}

interface ZonedClub {
  readonly parentId: number | null
  readonly timeZone: string
}

/** The day of somebody who looks at several clubs, in the order of their names: that of the topmost one. */
export function todayAtTop(clubs: readonly ZonedClub[], user: Pick<User, 'clubs'>, now: Date): string {
  // A club above which the user reaches nothing is the top of what he sees.
  const top = clubs.find(({ parentId }) => !user.clubs.has(parentId ?? 0)) ?? clubs[0]
  return todayIn(top?.timeZone ?? staffTimeZone, now)
}

/** Of My Task List: how many lines are due on a day or before, in all clubs or in one; and how many before it. */
export async function countMyTasksDue(
  { db, user, now }: Pick<Read, 'db' | 'user' | 'now'>,
  { today, clubId }: { today: string; clubId: number | undefined },
): Promise<{ due: number; overdue: number }> {
  const inClub = clubId === undefined ? sql`` : sql`and task.club_id = ${clubId}`
  const listed = sql<SqlBool>`task.completed_at is null and task.due_on <= ${today} and ${isMine(user, now)} ${inClub}`
  const { rows } = await lineCounts(listed, today).execute(db)
  return { due: rows[0]?.lines ?? 0, overdue: rows[0]?.overdue ?? 0 }
}
