import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'
import type { Secrets } from './secrets.ts'

export interface NewAccount {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** A hash made by `hashPassword`; none for who signs in elsewhere, or has to set a password first. */
  readonly passwordHash?: string
  /** Whether the e-mail address is known to be theirs. */
  readonly confirmed: boolean
}

/** Makes a person and the account it signs in with. @throws the database's error when the address is taken */
export async function createAccount(tx: Transaction<Tables>, account: NewAccount) {
  const { id: personId } = await tx
    .insertInto('person')
    .values({ first_name: account.firstName, last_name: account.lastName, email: account.email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id, sub } = await tx
    .insertInto('account')
    .values({
      person_id: personId,
      email: account.email,
      password_hash: account.passwordHash ?? null,
      email_confirmed_at: account.confirmed ? sql<Date>`now()` : null,
    })
    .returning(['id', 'sub'])
    .executeTakeFirstOrThrow()
  return { accountId: id, personId, sub }
}

const accounts = (db: Db | Transaction<Tables>) =>
  db
    .selectFrom('account')
    .innerJoin('person', 'person.id', 'account.person_id')
    .select(['account.id', 'account.sub', 'account.person_id as personId', 'account.email'])
    .select(['account.password_hash as passwordHash', 'account.email_confirmed_at as confirmedAt'])
    .select(['account.last_login as lastLogin', 'account.credential_version as credentialVersion'])
    .select(['account.operator_since as operatorSince', 'account.disabled_at as disabledAt'])
    .select(['account.created_at as createdAt', 'person.first_name as firstName', 'person.last_name as lastName'])

/** E-mail addresses are compared without regard to case (citext). */
export const accountByEmail = (db: Db | Transaction<Tables>, email: string) =>
  accounts(db).where('account.email', '=', email).executeTakeFirst()

export const accountBySub = (db: Db | Transaction<Tables>, sub: string) =>
  accounts(db).where('account.sub', '=', sub).executeTakeFirst()

export const accountById = (db: Db | Transaction<Tables>, id: number) =>
  accounts(db).where('account.id', '=', id).executeTakeFirst()

export type Account = NonNullable<Awaited<ReturnType<typeof accountBySub>>>

export const fullName = ({ firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** What the signed-in user's profile says (specification, section 3 "Signed-in user"). */
export async function claimsOf(db: Db, secrets: Secrets, account: Account) {
  return {
    sub: account.sub,
    name: fullName(account),
    email: account.email,
    email_verified: account.confirmedAt !== null,
    created_at: account.createdAt.toISOString(),
    user_hash: secrets.userHash(account.sub),
    role: await rolesOf(db, account.id),
  }
}

/** The names of the roles in clubs where the account works today, and `admin` where it is one anywhere. */
async function rolesOf(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with working as (
      select id, is_admin from club_user
      where account_id = ${accountId} and user_since <= current_date
        and (user_until is null or user_until >= current_date)
    )
    select lookup.name from working
    join club_user_role on club_user_role.club_user_id = working.id
    join lookup on lookup.id = club_user_role.role_id
    union
    select 'admin' from working where is_admin
    order by name`.execute(db)
  return rows.map(row => row.name)
}

/** What a guesser knows of the owner of an account: their address, their name and their clubs. */
export async function textsAbout(db: Db, account: Account): Promise<string[]> {
  const clubs = await db
    .selectFrom('club_user')
    .innerJoin('club', 'club.id', 'club_user.club_id')
    .select('club.name')
    .where('account_id', '=', account.id)
    .limit(100)
    .execute()
  return [account.email, fullName(account), ...clubs.map(({ name }) => name)]
}
