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
