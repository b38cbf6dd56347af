import { todayIn } from '@honbu/contract/calendar.ts'
import { role } from '@honbu/contract/ids.ts'
import { noRole, type Right, type RoleRights, rightsTogether, roleDefaults } from '@honbu/contract/rights.ts'
import { type Kysely, sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { User } from './access.ts'
import type { Stop } from './club-stops.ts'
import type { Tables } from './tables.ts'

/** What an account may touch, by the `sub` of its tokens. */
export interface Rights {
  readonly user: User
  /** The same while he has shown his password alone: without the clubs that ask their admins for more. */
  readonly userByPassword: User
  /** Whether one of their clubs, or one above it, asks for a newer proof before a file leaves: it may hold all of them. */
  readonly filesNeedProof: boolean
  /** Tokens issued before this (seconds since 1970) are refused. */
  readonly tokensValidFrom: number
  /** Those that are open. */
  readonly sessions: ReadonlyMap<string, OpenSession>
}

export interface OpenSession {
  /** Whether somebody has shown two things there. */
  readonly isTwoFactor: boolean
  /** When they last gave a password or passkey there. */
  readonly provedAt: Date
}

export interface RightsReader {
  /** @param session one that should be among his: where it is not, it may have begun since, and he is read anew */
  of(sub: string, session?: string): Promise<Rights | null>
  /**
   * After a write of this process that may have changed them: its own news would come a moment after the answer.
   * @param sub whose; left out: everybody's
   */
  forget(sub?: string): void
  close(): Promise<void>
}

/** Days on which someone may work in a club are days in this zone. */
export const staffTimeZone = 'Europe/London'

/**
 * Reads rights through a cache that the database empties: a trigger notifies every process when a club, a club user or
 * an account changes or a session ends, so that someone removed is out at once. While the listening connection is down nothing is kept;
 * a new day empties the cache too, because userSince and userUntil are days.
 */
export async function openRights(db: Kysely<Tables>, pool: Pool, now: () => Date): Promise<RightsReader> {
  const cache = new Map<string, Rights>()
  let listener: PoolClient | undefined
  let day = ''
  let closed = false
  let generation = 0

  function forget(sub?: string) {
    generation++
    if (sub === undefined) cache.clear()
    else cache.delete(sub)
  }

  async function listen() {
    if (closed) return
    forget()
    const client = await pool.connect().catch(() => undefined)
    if (!client) return retry()
    client.on('notification', () => forget())
    client.on('error', () => {
      // One that never listened, or is let go of already, has nobody waiting for it.
      if (listener !== client) return
      listener = undefined
      client.release(true)
      forget()
      retry()
    })
    try {
      await client.query('listen access_changed')
      listener = client
      forget()
    } catch {
      client.release(true)
      retry()
    }
  }

  function retry() {
    if (!closed) setTimeout(() => void listen(), 1000).unref()
  }

  await listen()

  return {
    forget,
    async of(sub, session) {
      const today = todayIn(staffTimeZone, now())
      if (today !== day) {
        day = today
        forget()
      }
      const known = cache.get(sub)
      if (known && (session === undefined || known.sessions.has(session))) return known

      const asked = generation
      const rights = await readRights(db, sub, today)
      // Kept only when nothing changed while it was read.
      if (rights && listener && asked === generation && cache.size < 10_000) cache.set(sub, rights)
      return rights
    },
    async close() {
      closed = true
      const client = listener
      listener = undefined
      client?.release(true)
    },
  }
}

/** Reads an account's rights now, for jobs: the person who started one may have lost them. Null for none, or one that is disabled. */
export async function userOf(db: Kysely<Tables>, accountId: number, now: Date): Promise<User | null> {
  return (await usersOf(db, [accountId], now)).get(accountId) ?? null
}

/** The same for many, by their ids, in as many queries as for one. */
export async function usersOf(
  db: Kysely<Tables>,
  accountIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, User>> {
  const found = await accounts(db)
    .where('account.id', '=', sql<number>`any(${[...accountIds]}::bigint[])`)
    .execute()
  const reached = await readReach(db, found, todayIn(staffTimeZone, now))
  return new Map(found.map(account => [account.id, usersFrom(account, reached.get(account.id) ?? []).user]))
}

const accounts = (db: Kysely<Tables>) =>
  db
    .selectFrom('account')
    .innerJoin('person', 'person.id', 'account.person_id')
    .select(['account.id', 'account.person_id', 'account.sub', 'account.email', 'account.tokens_valid_from'])
    .select(['person.first_name', 'person.last_name', 'account.operator_since'])
    .where('account.disabled_at', 'is', null)

type Account = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

/** A role of someone in a place, with what the club has set for it; null: as it is by default. */
export interface PlaceRole {
  readonly roleId: number
  readonly rights: Right[] | null
  readonly creditLimit: number | null
}

interface Reached {
  account_id: number
  club_id: number
  is_admin: boolean
  is_owner: boolean
  roles: PlaceRole[][] | null
  is_welfare: boolean
  is_closed: boolean
  needs_proof: boolean
  is_open: boolean
  sees_figures: boolean
  is_figures_admin: boolean
  stop: Stop | null
}

/**
 * One row for each account and club reached, straight or through a club above it that opens it or its figures
 * (decision 78); admin above is admin below where it does. Whom a club names as its owner or admin reaches all below it, its instructor none. What a club asks of its
 * admins, it asks of those of all clubs below it, and of admins from above too. What a role allows, the club says in which it
 * is held, also for the clubs that it opens.
 */
async function readReach(db: Kysely<Tables>, found: readonly Account[], today: string) {
  const ids = found.map(({ id }) => id)
  const personIds = found.map(account => account.person_id)
  const { rows } = await sql<Reached>`
    with recursive own as (
      select id, account_id, club_id, is_admin, exists (
        select from club_user_role where club_user_id = club_user.id and role_id = ${role.welfare}) as is_welfare, reach, sees_figures,
        is_admin and exists (select from club where club.id = club_user.club_id and owner_id is null) as is_owner,
        (select jsonb_agg(jsonb_build_object('roleId', held.role_id, 'rights', role_rights.rights,
            'creditLimit', role_rights.credit_limit_pence))
          from (select role_id from club_user_role where club_user_id = club_user.id
            union all select ${noRole} where not exists (select from club_user_role where club_user_id = club_user.id)) held
          left join role_rights on role_rights.club_id = club_user.club_id and role_rights.role_id = held.role_id) as roles
      from club_user
      where account_id = any(${ids}::bigint[]) and user_since <= ${today} and (user_until is null or user_until >= ${today})
      union all
      select null, named.id, club.id, person_id in (coalesce(owner_id, 0), coalesce(admin_id, 0)), false,
        case when person_id in (coalesce(owner_id, 0), coalesce(admin_id, 0)) then 'all' else 'own' end, false,
        person_id = coalesce(owner_id, 0) or owner_id is null and person_id = coalesce(admin_id, 0),
        jsonb_build_array(jsonb_build_object('roleId', ${role.instructor}::integer, 'rights', role_rights.rights,
          'creditLimit', role_rights.credit_limit_pence))
      from unnest(${ids}::bigint[], ${personIds}::bigint[]) named (id, person_id)
      join club on named.person_id in (owner_id, admin_id, instructor_id)
      left join role_rights on role_rights.club_id = club.id and role_rights.role_id = ${role.instructor}
    ), tree (place_id, account_id, club_id, is_admin, is_welfare, reach, sees_figures, is_owner, roles, opens_below, is_open) as (
      select id, account_id, club_id, is_admin, is_welfare, reach, sees_figures, is_owner, roles, reach = 'all', true from own
      union
      select place_id, account_id, club.id, is_admin, is_welfare, reach, sees_figures, is_owner, roles, is_opened, is_opened
      from tree join club on club.parent_club_id = tree.club_id
      cross join lateral (select opens_below or exists (
        select from club_user_reach where club_user_id = place_id and club_user_reach.club_id = club.id) as is_opened) it
      where reach <> 'own' or sees_figures
    ), reach as (select * from tree where is_open or sees_figures)
    select account_id, club_id, bool_or(is_open) as is_open, bool_or(sees_figures) as sees_figures,
      coalesce(bool_or(is_admin) filter (where is_open), false) as is_admin,
      coalesce(bool_or(is_welfare) filter (where is_open), false) as is_welfare,
      coalesce(bool_or(is_owner) filter (where is_open), false) as is_owner,
      jsonb_agg(roles) filter (where is_open) as roles,
      coalesce(bool_or(is_admin) filter (where sees_figures), false) as is_figures_admin, bool_or(is_admin) and club_id in (
      select below.club_id from club asking cross join lateral club_and_below(asking.id) below
      where asking.admins_need_two_factor
        and asking.root_club_id in (select root_club_id from club where id in (select club_id from reach))
    ) as is_closed, club_id in (
      select below.club_id from club asking cross join lateral club_and_below(asking.id) below
      where asking.files_need_proof
        and asking.root_club_id in (select root_club_id from club where id in (select club_id from reach))
    ) as needs_proof, (
      select max(kind) from stopped_club where stopped_club.club_id = reach.club_id
    ) as stop
    from reach group by account_id, club_id`.execute(db)
  return Map.groupBy(rows, row => row.account_id)
}

/** An account as it may act, with all that was shown and by its password alone. */
function usersFrom(account: Account, reached: readonly Reached[]) {
  const who = {
    accountId: account.id,
    personId: account.person_id,
    sub: account.sub,
    email: account.email,
    name: `${account.first_name} ${account.last_name}`.trim(),
    ...(account.operator_since && { isOperator: true }),
  }
  const clubsIn = (rows: readonly Reached[]) => ({
    clubs: new Map(
      rows
        .filter(row => row.is_open)
        .map(row => [
          row.club_id,
          {
            isAdmin: row.is_admin,
            allows: allowedBy((row.roles ?? []).flat()),
            ...(row.is_owner && { isOwner: true }),
            ...(row.is_welfare && { isWelfare: true }),
            ...(row.stop && { stop: row.stop }),
          },
        ]),
    ),
    ...figuresIn(rows.filter(row => row.sees_figures)),
  })
  // Of a club that is suspended its owner alone reads anything.
  const shut = reached.filter(row => row.stop === 'suspended' && !row.is_owner)
  const read = reached.filter(row => !shut.includes(row))
  const stopped = shut.length > 0 && { stopped: new Map(shut.map(row => [row.club_id, 'suspended' as const])) }
  const open = read.filter(row => !row.is_closed)
  const closed = read.filter(row => row.is_closed)
  return {
    user: { ...who, ...clubsIn(read), ...stopped },
    userByPassword: {
      ...who,
      ...clubsIn(open),
      ...stopped,
      closed: new Set(closed.map(row => row.club_id)),
      isByPassword: true,
    },
  }
}

async function readRights(db: Kysely<Tables>, sub: string, today: string): Promise<Rights | null> {
  const account = await accounts(db).where('account.sub', '=', sub).executeTakeFirst()
  if (!account) return null
  const reached = (await readReach(db, [account], today)).get(account.id) ?? []
  const sessions = await db
    .selectFrom('account_session')
    .select(['uid', 'is_two_factor as isTwoFactor', 'began_at as beganAt', 'proved_at as provedAt'])
    .where('account_id', '=', account.id)
    .where('ended_at', 'is', null)
    .execute()
  return {
    sessions: new Map(
      sessions.map(({ uid, isTwoFactor, beganAt, provedAt }) => [
        uid,
        { isTwoFactor, provedAt: provedAt && provedAt > beganAt ? provedAt : beganAt },
      ]),
    ),
    filesNeedProof: reached.some(row => row.needs_proof),
    tokensValidFrom: account.tokens_valid_from.getTime() / 1000,
    ...usersFrom(account, reached),
  }
}

/** Puts together what roles allow where they are held. */
export const allowedBy = (held: readonly PlaceRole[]) =>
  rightsTogether(
    held.map(({ roleId, rights, creditLimit }) =>
      rights === null ? (roleDefaults[roleId] ?? nothing) : { rights, creditLimit },
    ),
  )

const nothing: RoleRights = { rights: [], creditLimit: 0 }

const figuresIn = (rows: readonly Reached[]) =>
  rows.length === 0 ? {} : { figures: new Map(rows.map(row => [row.club_id, { isAdmin: row.is_figures_admin }])) }
