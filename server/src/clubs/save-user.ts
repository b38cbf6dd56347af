import { addDays } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/users.ts'
import type { Transaction } from 'kysely'
import { changed } from '../platform/changed.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'
import { keepingAdmins, staffToday } from './club-admins.ts'
import { readUser } from './get-users.ts'

export async function saveUser(context: Write, { id, version, ...user }: Input<typeof call.saveUser>) {
  const { tx, now, audit } = context
  const { userSince, userUntil, isAdmin, roleIds } = user
  if (userUntil !== null && userUntil < userSince) throw beside('userUntil', 'The last day is before the first', 400)
  const clubId = await clubOf(tx, id)
  return await keepingAdmins(context, { clubId }, async () => {
    const today = staffToday(now)
    const before = await readLocked(tx, id, today)
    await checkVersion(tx, {
      subject: 'club_user',
      subjectId: id,
      is: before.version,
      given: version,
      current: async () => before,
    })
    const post = postOf(before)
    if (post && (userUntil !== null || userSince > today)) throw named(before.fullName, post, 'userUntil')
    if ((before.isOwner || before.isClubAdmin) && !isAdmin) throw named(before.fullName, post, 'isAdmin')

    const saved = await tx
      .updateTable('club_user')
      .set(eb => ({
        user_since: userSince,
        user_until: userUntil,
        is_admin: isAdmin,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await setRoles(tx, id, roleIds)
    const was = { ...before, roleIds: before.roles.map(each => each.id) }
    audit({ clubId, subject: 'club_user', subjectId: id, ...changed(was, user) })
    return { version: saved.version }
  })
}

/** At once means: yesterday was the last day. What he did stays, with his name. */
export async function removeUser(context: Write, { id }: Input<typeof call.removeUser>) {
  const { tx, now, audit } = context
  const clubId = await clubOf(tx, id)
  return await keepingAdmins(context, { clubId }, async () => {
    const today = staffToday(now)
    const before = await readLocked(tx, id, today)
    const post = postOf(before)
    if (post) throw named(before.fullName, post, 'userUntil')
    const yesterday = addDays(today, -1)
    const days = {
      userSince: before.userSince < yesterday ? before.userSince : yesterday,
      userUntil: before.userUntil !== null && before.userUntil < yesterday ? before.userUntil : yesterday,
    }
    const saved = await tx
      .updateTable('club_user')
      .set(eb => ({ user_since: days.userSince, user_until: days.userUntil, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    audit({ clubId, subject: 'club_user', subjectId: id, ...changed(before, days) })
    return { version: saved.version }
  })
}

async function clubOf(tx: Transaction<Tables>, clubUserId: number): Promise<number> {
  const row = await tx.selectFrom('club_user').select('club_id').where('id', '=', clubUserId).executeTakeFirstOrThrow()
  return row.club_id
}

async function readLocked(tx: Transaction<Tables>, clubUserId: number, today: string) {
  await tx.selectFrom('club_user').select('id').where('id', '=', clubUserId).forNoKeyUpdate().execute()
  return await readUser(tx, clubUserId, today)
}

async function setRoles(tx: Transaction<Tables>, clubUserId: number, roleIds: readonly number[]) {
  await tx.deleteFrom('club_user_role').where('club_user_id', '=', clubUserId).execute()
  const rows = [...new Set(roleIds)].map(role_id => ({ club_user_id: clubUserId, role_id }))
  if (rows.length > 0) await tx.insertInto('club_user_role').values(rows).execute()
}

/** As what the club names him; the rights of these follow from that, whatever stands in his own row. */
function postOf(user: { isOwner: boolean; isClubAdmin: boolean; isInstructor: boolean }): string {
  const names = [user.isOwner && 'owner', user.isClubAdmin && 'admin', user.isInstructor && 'instructor']
  return names.filter(Boolean).join(' and ')
}

const named = (name: string, post: string, field: string) =>
  beside(field, `${name} is the club's ${post}. Choose another one in the club's details first.`, 409)

const beside = (field: string, message: string, status: number) => new Refused(status, message, { [field]: [message] })
