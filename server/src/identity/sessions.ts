import { todayIn } from '@honbu/contract/calendar.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { staffTimeZone } from '../platform/rights.ts'
import type { Tables } from '../platform/tables.ts'

type Database = Kysely<Tables> | Transaction<Tables>

/** How somebody has signed in: by the password alone, with a code of the app or one for emergencies, by a passkey. */
export type SignInMethod = 'password' | 'code' | 'recovery' | 'passkey'

/** The same in the names of RFC 8176, as the provider keeps it with its session. */
export const amrOf: Readonly<Record<SignInMethod, string[]>> = {
  password: ['pwd'],
  code: ['pwd', 'otp', 'mfa'],
  recovery: ['pwd', 'mfa'],
  passkey: ['swk', 'user', 'mfa'],
}

export function methodOf(amr: readonly string[] = []): SignInMethod {
  if (amr.includes('swk')) return 'passkey'
  if (amr.includes('otp')) return 'code'
  return amr.includes('mfa') ? 'recovery' : 'password'
}

export interface BegunSession {
  readonly uid: string
  readonly sub: string
  readonly method: SignInMethod
  readonly userAgent: string
  readonly address: string
  /** Somebody has just signed in; otherwise a session of which nothing is known yet is written down. */
  readonly isNew: boolean
}

/** Writes down that an account is signed in somewhere. A session that was ended stays so. */
export async function keepSession(db: Database, session: BegunSession, now: Date): Promise<void> {
  const { uid, sub, method, isNew } = session
  if (!isNew && (await isKnown(db, uid))) return
  const userAgent = session.userAgent.slice(0, 400)
  const address = session.address.slice(0, 100)
  await sql`
    insert into account_session
      (account_id, uid, method, is_two_factor, user_agent, address, began_at, last_used_at)
    select id, ${uid}, ${method}, ${method !== 'password'}::boolean, ${userAgent}, ${address}, ${now}, ${now}
    from account where sub = ${sub}
    on conflict (uid) do update set
      method = excluded.method, is_two_factor = excluded.is_two_factor, user_agent = excluded.user_agent,
      address = excluded.address, began_at = excluded.began_at, last_used_at = excluded.last_used_at
    where ${isNew}::boolean and account_session.ended_at is null`.execute(db)
}

const isKnown = async (db: Database, uid: string) =>
  (await db.selectFrom('account_session').select('id').where('uid', '=', uid).executeTakeFirst()) !== undefined

/** Ends a session at once: its tokens are refused, and nothing under way brings it back. */
export async function endSession(tx: Transaction<Tables>, uid: string, now: Date): Promise<void> {
  await tx
    .updateTable('account_session')
    .set({ ended_at: now })
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .execute()
  await tx.deleteFrom('oidc_payload').where('model', '=', 'Session').where('uid', '=', uid).execute()
}

/**
 * Ends every session of an account, but the one with this uid, everything that was granted in them, and all links that
 * are open.
 */
export async function endSessions(tx: Transaction<Tables>, sub: string, now: Date, exceptUid = ''): Promise<void> {
  await sql`
    update account_session set ended_at = ${now} from account
    where account.id = account_session.account_id and account.sub = ${sub} and ended_at is null
      and uid <> ${exceptUid}`.execute(tx)
  await tx
    .deleteFrom('oidc_payload')
    .where('account_sub', '=', sub)
    .where(eb => eb.or([eb('uid', 'is', null), eb('uid', '<>', exceptUid)]))
    .execute()
  await tx
    .updateTable('account')
    .set(eb => ({ credential_version: eb('credential_version', '+', 1) }))
    .where('sub', '=', sub)
    .execute()
}

/** The sessions of an account that are open, the one used last first. */
export async function openSessions(db: Database, accountId: number) {
  const { rows } = await sql<OpenSession>`
    select id, uid, method, user_agent as "userAgent", address, began_at as "beganAt", last_used_at as "lastUsedAt"
    from account_session
    where account_id = ${accountId} and ended_at is null
      and exists (select from oidc_payload where model = 'Session' and oidc_payload.uid = account_session.uid
        and expires_at > ${new Date()})
    order by last_used_at desc, id desc`.execute(db)
  return rows
}

export interface OpenSession {
  readonly id: number
  readonly uid: string
  readonly method: SignInMethod
  readonly userAgent: string
  readonly address: string
  readonly beganAt: Date
  readonly lastUsedAt: Date
}

const day = 24 * 3_600_000
/** However often a session is used, it ends so long after someone has logged in. */
const longest = 30 * day
/** The same for the admins of clubs that ask for it. */
const longestOfAdmins = day / 2

/**
 * Ends sessions that began too long ago, so that their browsers have to log in again. What a club asks of its admins, it
 * asks of those of all clubs below it, and of admins from above too.
 */
export async function endOldSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  const today = todayIn(staffTimeZone, now)
  const { rows } = await sql<{ uid: string }>`
    with asking as materialized (
      select near.club_id from club cross join lateral (
        select club_id from club_and_below(club.id) union select club_id from club_and_above(club.id)) near
      where club.admins_log_in_daily
    ), admin (account_id) as (
      select account_id from club_user
      where is_admin and club_id in (select club_id from asking)
        and user_since <= ${today} and (user_until is null or user_until >= ${today})
      union
      select account.id from club join account on account.person_id in (club.owner_id, club.admin_id)
      where club.id in (select club_id from asking)
    )
    select uid from account_session
    where ended_at is null and (began_at <= ${new Date(now.getTime() - longest)}
      or began_at <= ${new Date(now.getTime() - longestOfAdmins)} and account_id in (select account_id from admin))
    order by id limit 1000`.execute(db)
  for (const { uid } of rows) await db.transaction().execute(tx => endSession(tx, uid, now))
}

/** Removes what is known of sessions that the provider no longer has, a day after they were last used. */
export async function forgetSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    delete from account_session where last_used_at < ${new Date(now.getTime() - 24 * 3_600_000)}
      and (ended_at is null or ended_at < ${new Date(now.getTime() - 24 * 3_600_000)})
      and not exists (
        select from oidc_payload where model = 'Session' and oidc_payload.uid = account_session.uid)`.execute(db)
}
