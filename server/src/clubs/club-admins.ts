import { todayIn } from '@honbu/contract/calendar.ts'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

/** The day by which userSince and userUntil count. */
export const staffToday = (now: Date): string => todayIn(staffTimeZone, now)

interface Options {
  readonly clubId: number
  /** The caller knows that what he reaches through the club above ends: he moves the club away from it. */
  readonly mayLoseOwn?: boolean
}

/**
 * Makes a change to who runs a club: one at a time in each club, so that the second of two sees what the first has left.
 * @throws Refused when the caller is no admin any longer, when he would take his own right away, or the last admin's
 */
export async function keepingAdmins<Result>(
  { tx, user, now }: Pick<Write, 'tx' | 'user' | 'now'>,
  { clubId, mayLoseOwn = false }: Options,
  change: () => Promise<Result>,
): Promise<Result> {
  await tx.selectFrom('club').select('id').where('id', '=', clubId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const today = staffToday(now)
  const own = await ownRight(tx, clubId, user, today)
  // Between the guard and the lock another admin may have taken it.
  if (!own.today) throw new Refused(403, 'Not authorised!')
  const before = await adminsOf(tx, clubId, today)

  const result = await change()

  const after = await adminsOf(tx, clubId, today)
  if ((before.today && !after.today) || (before.lasting && !after.lasting))
    throw new Refused(409, 'The club would be left without an admin. Make someone else an admin first.')
  const left = await ownRight(tx, clubId, user, today)
  if (!mayLoseOwn && ((own.today && !left.today) || (own.lasting && !left.lasting)))
    throw new Refused(409, 'You would take away your own admin right. Another admin has to do that.')
  return result
}

interface Right {
  /** Today. */
  readonly today: boolean
  /** Today, and without a last day. */
  readonly lasting: boolean
}

/** Whether the club itself has an admin: by its users, or as its owner or admin with an account. */
async function adminsOf(tx: Transaction<Tables>, clubId: number, today: string): Promise<Right> {
  const { rows } = await sql<Right>`
    select count(*) > 0 as today, coalesce(bool_or(user_until is null), false) as lasting from (
      select user_until from club_user
      where club_id = ${clubId} and is_admin and user_since <= ${today} and (user_until is null or user_until >= ${today})
      union all
      select null from club join account on account.person_id in (club.owner_id, club.admin_id) where club.id = ${clubId}
    ) admins`.execute(tx)
  return rows[0] ?? { today: false, lasting: false }
}

/** The same for one account, in the club or in one above it. */
async function ownRight(db: Db | Transaction<Tables>, clubId: number, user: Write['user'], today: string) {
  const { rows } = await sql<Right>`
    with recursive above as (
      select id, parent_club_id, owner_id, admin_id from club where id = ${clubId}
      union
      select club.id, club.parent_club_id, club.owner_id, club.admin_id
      from club join above on club.id = above.parent_club_id
    )
    select count(*) > 0 as today, coalesce(bool_or(user_until is null), false) as lasting from (
      select user_until from club_user join above on above.id = club_user.club_id
      where account_id = ${user.accountId} and is_admin and user_since <= ${today}
        and (user_until is null or user_until >= ${today}) and reaches(club_user, ${clubId}::bigint)
      union all
      select null from above where ${user.personId} in (coalesce(owner_id, 0), coalesce(admin_id, 0))
    ) rights`.execute(db)
  return rows[0] ?? { today: false, lasting: false }
}
