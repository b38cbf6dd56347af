import { todayIn } from '@honbu/contract/calendar.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { User } from '../platform/access.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { Read } from '../platform/route.ts'

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

/** How many open tasks My Task List shows. */
export async function countMyTasks({ db, user, now }: Pick<Read, 'db' | 'user' | 'now'>): Promise<number> {
  const { open } = await db
    .selectFrom('task')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('completed_at', 'is', null)
    .where(isMine(user, now))
    .executeTakeFirstOrThrow()
  return open
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

/** Of My Task List: how many are due on a day or before, in all clubs or in one; and how many before it. */
export async function countMyTasksDue(
  { db, user, now }: Pick<Read, 'db' | 'user' | 'now'>,
  { today, clubId }: { today: string; clubId: number | undefined },
): Promise<{ due: number; overdue: number }> {
  return await db
    .selectFrom('task')
    .select(({ fn }) => [
      fn.countAll<number>().as('due'),
      fn.countAll<number>().filterWhere('due_on', '<', today).as('overdue'),
    ])
    .where('completed_at', 'is', null)
    .where('due_on', '<=', today)
    .where(isMine(user, now))
    .$if(clubId !== undefined, query => query.where('club_id', '=', clubId ?? 0))
    .executeTakeFirstOrThrow()
}
