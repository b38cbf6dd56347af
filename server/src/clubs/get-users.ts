import type { Input } from '@honbu/contract/endpoint.ts'
import { type getUsers as call, type Reach, userColumns } from '@honbu/contract/users.ts'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { staffToday } from './club-admins.ts'

export async function getUsers({ db, now }: Read, { clubId, includeFormer, ...grid }: Input<typeof call>) {
  const today = staffToday(now)
  let query = users(db, today).where('club_user.club_id', '=', clubId)
  if (!includeFormer)
    query = query.where(eb =>
      eb.or([eb('club_user.user_until', 'is', null), eb('club_user.user_until', '>=', today), isNamed]),
    )
  const { data, total } = await gridQuery(
    query,
    {
      columns: userColumns,
      expressions: {
        fullName,
        roles: roleNames,
        isAdmin: isAdminThere,
        email: 'person.email',
        phoneMobile: 'person.phone_mob',
        userSince: 'club_user.user_since',
        userUntil: 'club_user.user_until',
        lastLogin: 'account.last_login',
        lastActivity: 'account.last_activity',
      },
      id: 'club_user.id',
      sort: [{ field: 'fullName', dir: 'asc' }],
    },
    grid,
  )
  return { data: data.map(onTheWire), total }
}

/** One of them, as the list has them. */
export async function readUser(tx: Transaction<Tables>, clubUserId: number, today: string) {
  return onTheWire(await users(tx, today).where('club_user.id', '=', clubUserId).executeTakeFirstOrThrow())
}

const fullName = sql<string>`trim(person.first_name || ' ' || person.last_name)`
const is = (post: 'owner_id' | 'admin_id' | 'instructor_id') =>
  sql<boolean>`coalesce(account.person_id = ${sql.ref(`club.${post}`)}, false)`
const isNamed = sql<boolean>`(${is('owner_id')} or ${is('admin_id')} or ${is('instructor_id')})`
const isAdminThere = sql<boolean>`(club_user.is_admin or ${is('owner_id')} or ${is('admin_id')})`
const rolesOfUser = sql`club_user_role role join lookup on lookup.id = role.role_id where role.club_user_id = club_user.id`
const roleNames = sql<string>`(select string_agg(lookup.name, ', ' order by lookup.position) from ${rolesOfUser})`

const reachClubs = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', chosen.id, 'name', chosen.name) order by chosen.name), '[]')
  from club_user_reach join club chosen on chosen.id = club_user_reach.club_id
  where club_user_reach.club_user_id = club_user.id and club_user.reach = 'some')`

const users = (db: Db | Transaction<Tables>, today: string) =>
  db
    .selectFrom('club_user')
    .innerJoin('account', 'account.id', 'club_user.account_id')
    .innerJoin('person', 'person.id', 'account.person_id')
    .innerJoin('club', 'club.id', 'club_user.club_id')
    .select(['account.id as userId', 'club_user.id as clubUserId', 'club_user.club_id as clubId'])
    .select(['person.id as personId', 'club_user.version', 'club_user.user_since as userSince'])
    .select(['club_user.user_until as userUntil', 'club_user.date_added as dateAdded'])
    .select([isAdminThere.as('isAdmin'), is('owner_id').as('isOwner'), is('admin_id').as('isClubAdmin')])
    .select(is('instructor_id').as('isInstructor'))
    .select(
      sql<boolean>`(${isNamed} or (
        club_user.user_since <= ${today} and (club_user.user_until is null or club_user.user_until >= ${today})
      ))`.as('isCurrent'),
    )
    .select(
      sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', lookup.id, 'name', lookup.name) order by lookup.position), '[]')
        from ${rolesOfUser}
      )`.as('roles'),
    )
    .select(sql<Reach>`club_user.reach`.as('reach'))
    .select(reachClubs.as('reachClubs'))
    .select('club_user.sees_figures as seesFigures')
    .select(['account.last_login as lastLogin', 'account.last_activity as lastActivity', 'account.email as userName'])
    .select(['person.first_name as firstName', 'person.last_name as lastName', fullName.as('fullName')])
    .select(['person.email', 'person.phone_mob as phoneMobile'])

type Row = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>

const onTheWire = (row: Row) => ({
  ...row,
  dateAdded: row.dateAdded.toISOString(),
  lastLogin: row.lastLogin?.toISOString() ?? null,
  lastActivity: row.lastActivity?.toISOString() ?? null,
})
