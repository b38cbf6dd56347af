import { hashPassword } from '@honbu/server/identity/index.ts'
import type { Database } from '@honbu/server/platform/database.ts'
import { countAhead } from '@honbu/server/reporting/ahead.ts'
import { sql } from 'kysely'
import { fillKept } from '../kept-rows.ts'
import { copyInto } from './copy-into.ts'
import { benchDay, benchNow, clubIdsOf, type Franchise } from './franchise.ts'
import { tables } from './rows.ts'

export const password = 'take the register'
/** So many accounts, each an admin of one club. */
export const clubAccounts = 40
export const headOfficeEmail = 'hq@bench.example'
export const emailOfAccount = (number: number) => `club${number}@bench.example`

/** Told of each step with the milliseconds that it took, and the rows that were copied. */
export type Told = (step: string, ms: number, rows?: number | null) => void

/**
 * Fills an empty, migrated database with a franchise: clubs, members with what they have been, months of attendance, money
 * whose ledger adds up, and those who sign in. The same rows each time.
 */
export async function fill(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  franchise: Franchise,
  told: Told = () => {},
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(`set maintenance_work_mem = '1GB'`)
    for (const table of tables) {
      const began = performance.now()
      const rows = await copyInto(client, table, franchise)
      told(table.table, performance.now() - began, rows)
    }
  } finally {
    client.release(true)
  }
  const began = performance.now()
  for (const { table, columns } of tables)
    if (columns[0] === 'id')
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'id')::regclass, (select max(id) from ${sql.table(table)}))`.execute(
        db,
      )
  await sql`vacuum analyze`.execute(db)
  told('vacuum analyze', performance.now() - began)
  await sql`insert into directory_day (club_id, day) select id, ${benchDay} from club`.execute(db)
  await withoutTriggers(db, one => withoutTriggers(db, other => fillKept([one, other], told)))
  await addAccounts(db, franchise)
  await sql`vacuum analyze`.execute(db)
  const aheadBegan = performance.now()
  await countAhead(db, benchNow)
  told('reports counted ahead', performance.now() - aheadBegan)
}

/** A connection on which no trigger runs, and large sorts stay in memory. */
async function withoutTriggers(db: Database['db'], work: (one: Database['db']) => Promise<void>): Promise<void> {
  await db.connection().execute(async one => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`set work_mem = '512MB'`.execute(one)
    await work(one)
    await sql`reset session_replication_role`.execute(one)
    await sql`reset work_mem`.execute(one)
  })
}

/** The head office's account first, then those of clubs, which are spread over all of them. */
async function addAccounts(db: Database['db'], franchise: Franchise): Promise<void> {
  const hash = await hashPassword(password)
  const clubIds = clubIdsOf(franchise)
  const accounts = [
    { email: headOfficeEmail, clubId: 1 },
    ...Array.from({ length: clubAccounts }, (_, number) => ({
      email: emailOfAccount(number),
      clubId: clubIds[Math.floor((number * clubIds.length) / clubAccounts)] ?? 1,
    })),
  ]
  await sql`
    with given as (
      select email, club_id, ordinal from unnest(${accounts.map(({ email }) => email)}::text[],
        ${accounts.map(({ clubId }) => clubId)}::bigint[]) with ordinality account (email, club_id, ordinal)
    ), people as (
      insert into person (first_name, last_name, email) select 'User', 'Number ' || ordinal, email from given order by ordinal
      returning id, email
    ), made as (
      insert into account (person_id, email, email_confirmed_at, password_hash)
      select people.id, people.email, ${benchNow}::timestamptz, ${hash} from people order by people.id returning id, email
    )
    insert into club_user (club_id, account_id, user_since, is_admin)
    select club_id, made.id, '2020-01-01', true from made join given on given.email = made.email::text`.execute(db)
}
