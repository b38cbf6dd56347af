import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { CannotStart, codeOf, reasonOf } from './cannot-start.ts'

/**
 * The last migration of the version before. A server that knows it can serve on a database that this version has migrated,
 * since migrations only add what that version does not see (docs/operations.md, "Upgrades").
 */
export const servesFrom = '0147-form-drafts'

const standardFolder = path.resolve(import.meta.dirname, '../../migrations')

/** The plain SQL files of the migrations by name, in their order: 0001-people.sql is `0001-people`. */
export function migrationFiles(folder = standardFolder): ReadonlyMap<string, string> {
  const names = readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .map(file => file.slice(0, -'.sql'.length))
    .sort()
  const wrong = names.find(name => !/^\d{4}-[a-z0-9-]+$/.test(name))
  if (wrong) throw new Error(`${wrong}.sql must be named NNNN-what-it-does.sql.`)
  return new Map(names.map(name => [name, path.join(folder, `${name}.sql`)]))
}

interface Patience {
  readonly lockMs: number
  readonly tries: number
  readonly pauseMs: number
}

/**
 * The hash of what a migration does: comments and line breaks may change after it has run.
 * @returns hex
 */
function hashOf(file: string): string {
  const statements = readFileSync(file, 'utf8')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return createHash('sha256').update(statements).digest('hex')
}

/**
 * Runs what has not been run yet, forward only, each file in a transaction of its own. Several processes may do so at
 * once: one works, the others wait.
 * Another server may still be serving. A migration that waits for a table holds up all who come after it, so it gives up
 * soon and tries again, when whoever has the table may be done.
 * @param until the last one that is run; all of them without it
 * @param patience how long one waits for a lock, how often it tries, and the pause between (milliseconds)
 * @returns the names of those that ran
 * @throws CannotStart where a version has used the database that is newer than the next
 */
export async function migrate(
  // The tables are what is made here, so they have no types yet.
  // biome-ignore lint/suspicious/noExplicitAny: any schema will do
  db: Kysely<any>,
  folder = standardFolder,
  until?: string,
  patience: Patience = { lockMs: 3000, tries: 20, pauseMs: 2000 },
): Promise<string[]> {
  const files = migrationFiles(folder)
  return await db.connection().execute(async one => {
    await demandRights(one)
    await sql`select pg_advisory_lock(hashtextextended('honbu migrations', 0))`.execute(one)
    try {
      const done: string[] = []
      for (const name of await outstanding(one, files)) {
        await patiently(patience, () => runFile(one, name, files.get(name) ?? '', patience.lockMs))
        done.push(name)
        if (name === until) break
      }
      return done
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('honbu migrations', 0))`.execute(one)
    }
  })
}

/** Runs what has not been run yet, up to the migration `until`, in a transaction of the caller, who has the database alone. */
// biome-ignore lint/suspicious/noExplicitAny: any schema will do
export async function migrateIn(tx: Kysely<any>, until?: string): Promise<void> {
  const files = migrationFiles()
  for (const name of await outstanding(tx, files)) {
    await runIn(tx, name, files.get(name) ?? '')
    if (name === until) break
  }
}

/**
 * The migrations that a database lacks, in their order. Only reads.
 * @throws CannotStart where a newer version of the product has used the database
 */
// biome-ignore lint/suspicious/noExplicitAny: any schema will do
export async function notYetRun(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('public.kysely_migration') is not null as "isThere"`.execute(db)
  return rows[0]?.isThere ? leftOf(db, migrationFiles()) : [...migrationFiles().keys()]
}

async function outstanding(db: Kysely<unknown>, files: ReadonlyMap<string, string>): Promise<string[]> {
  // As Kysely's own migrator has it, by which it was made before; that looks at all tables and columns twice for each file.
  await sql`
    create table if not exists kysely_migration (
      name varchar(255) primary key,
      "timestamp" varchar(255) not null
    )`.execute(db)
  await sql`
    alter table kysely_migration add column if not exists sha256 text, add column if not exists serves_from text`.execute(
    db,
  )
  await refuseChanged(db, files)
  return leftOf(db, files)
}

/**
 * What ran before hashes were kept is taken for what it is now.
 * @throws CannotStart where a migration was changed after it had run here: what it would do now, it has not done
 */
async function refuseChanged(db: Kysely<unknown>, files: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await sql<{ name: string; sha256: string | null }>`
    select name, sha256 from kysely_migration order by name`.execute(db)
  for (const { name, sha256 } of rows) {
    const file = files.get(name)
    if (file === undefined) continue
    const hash = hashOf(file)
    if (sha256 === null) await sql`update kysely_migration set sha256 = ${hash} where name = ${name}`.execute(db)
    else if (sha256 !== hash)
      throw new CannotStart(
        `Migration ${name} was changed after it ran on this database: put it back as it was, and write a new one.`,
      )
  }
}

/** What has not been run yet, in its order. */
async function leftOf(db: Kysely<unknown>, files: ReadonlyMap<string, string>): Promise<string[]> {
  // As JSON: an older version made no such column.
  const { rows } = await sql<{ name: string; servesFrom: string | null }>`
    select name, to_jsonb(done) ->> 'serves_from' as "servesFrom" from kysely_migration done order by name`.execute(db)
  const unknown = rows.find(row => !files.has(row.name) && !(row.servesFrom && files.has(row.servesFrom)))
  if (unknown)
    throw new CannotStart(
      `The database has been used by a newer Honbu (its migration ${unknown.name} is not known here): start that one.`,
    )
  const run = new Set(rows.map(({ name }) => name))
  const left = [...files.keys()].filter(name => !run.has(name))
  const [first] = left
  const last = rows.at(-1)?.name
  if (first !== undefined && last !== undefined && first < last)
    throw new Error(`Migration ${first} has not been run, and ${last}, which comes after it, has.`)
  return left
}

async function runFile(db: Kysely<unknown>, name: string, file: string, lockMs: number): Promise<void> {
  try {
    await db.transaction().execute(async tx => {
      await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(tx)
      await runIn(tx, name, file)
    })
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * The role makes extensions, tables and the schema of the queues.
 * @throws CannotStart that says how it gets the rights for that
 */
async function demandRights(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string; database: string; isEnough: boolean }>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "isEnough"`.execute(
    db,
  )
  const [row] = rows
  if (!row || row.isEnough) return
  throw new CannotStart(
    `The role ${row.role} needs more rights: run grant create on database ${row.database} to ${row.role}; grant create on schema public to ${row.role}; as a superuser.`,
  )
}

async function runIn(tx: Kysely<unknown>, name: string, file: string): Promise<void> {
  await sql.raw(readFileSync(file, 'utf8')).execute(tx)
  await sql`
    insert into kysely_migration (name, "timestamp", sha256, serves_from)
    values (${name}, ${new Date().toISOString()}, ${hashOf(file)}, ${servesFrom})`.execute(tx)
}

/** Again, where a lock was not had in time. */
async function patiently({ tries, pauseMs }: Patience, work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++)
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof Error && codeOf(error.cause) === lockNotAvailable
      if (!isLocked || tried >= tries) throw error
      await pause(pauseMs)
    }
}

/** SQLSTATE of a lock that was not had in time. */
const lockNotAvailable = '55P03'
