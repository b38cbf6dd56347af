import { addDays } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/users.ts'
import { sql, type Transaction } from 'kysely'
import { replaceInvited } from '../identity/index.ts'
import { mayTouch } from '../platform/access.ts'
import { changed } from '../platform/changed.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'
import { keepingAdmins, staffToday } from './club-admins.ts'
import { readUser } from './get-users.ts'
import { checkedReach, type Reaching } from './reach.ts'

export async function saveUser(
  context: Write,
  { id, version, reach, reachClubIds = [], seesFigures = false, ...user }: Input<typeof call.saveUser>,
) {
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

    const wasReaching = {
      reach: before.reach,
      reachClubIds: before.reachClubs.map(each => each.id),
      seesFigures: before.seesFigures,
    }
    const reaching = reach === undefined ? wasReaching : { reach, reachClubIds, seesFigures }
    if (!isEqual(wasReaching, reaching)) await setReach(context, { id, clubId, ...reaching })

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
    const was = { ...before, ...wasReaching, roleIds: before.roles.map(each => each.id) }
    audit({ clubId, subject: 'club_user', subjectId: id, ...changed(was, { ...user, ...reaching }) })
    return { version: saved.version }
  })
}

/** In every club of which the caller is an admin. Clubs are locked in the order of their ids. */
export async function removeUserEverywhere(context: Write, { id }: Input<typeof call.removeUserEverywhere>) {
  const { tx, user, now, audit } = context
  const { rows: places } = await sql<{ id: number; clubId: number; clubName: string; email: string }>`
    select other.id, club.id as "clubId", club.name as "clubName", account.email::text as email
    from club_user here join club own on own.id = here.club_id
    join club_user other on other.account_id = here.account_id
    join club on club.id = other.club_id and club.root_club_id = own.root_club_id
    join account on account.id = here.account_id
    where here.id = ${id} and (other.user_until is null or other.user_until >= ${staffToday(now)})
    order by club.id`.execute(tx)
  const mine = places.filter(({ clubId }) => mayTouch(user, clubId, true))
  for (const place of mine) await removeUser(context, { id: place.id })
  const [{ email } = { email: '' }] = places
  const revoked = await tx
    .updateTable('club_invitation')
    .set({ closed_at: now, closed_as: 'revoked', secret_hash: null })
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .where('club_id', 'in', [0, ...[...user.clubs].flatMap(([clubId, { isAdmin }]) => (isAdmin ? [clubId] : []))])
    .returning(['id', 'club_id as clubId', 'person_id as invitedId'])
    .execute()
  for (const { id: subjectId, clubId, invitedId } of revoked) {
    await replaceInvited(tx, { invitedId, personId: null })
    audit({ clubId, subject: 'club_invitation', subjectId, before: { email }, after: { closed: 'revoked' } })
  }
  return { clubs: mine.map(({ clubName }) => clubName).toSorted(), left: places.length - mine.length }
}

/** At once means: yesterday was the last day. What he did stays, with his name. */
export async function removeUser(context: Write, { id }: Pick<Input<typeof call.removeUser>, 'id'>) {
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

const isEqual = (one: Reaching, other: Reaching) =>
  one.reach === other.reach &&
  one.seesFigures === other.seesFigures &&
  String(one.reachClubIds.toSorted()) === String(other.reachClubIds.toSorted())

async function setReach({ tx, user }: Write, { id, clubId, ...asked }: Reaching & { id: number; clubId: number }) {
  const { reach, reachClubIds, seesFigures } = await checkedReach(tx, user, clubId, asked)
  await tx.updateTable('club_user').set({ reach, sees_figures: seesFigures }).where('id', '=', id).execute()
  await tx.deleteFrom('club_user_reach').where('club_user_id', '=', id).execute()
  const rows = reachClubIds.map(club_id => ({ club_user_id: id, club_id }))
  if (rows.length > 0) await tx.insertInto('club_user_reach').values(rows).execute()
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
