import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { CannotStart, codeOf, reasonOf } from './cannot-start.ts'

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

/**
 * Runs what has not been run yet, forward only, each file in a transaction of its own. Several processes may do so at
 * once: one works, the others wait.
 * Another server may still be serving. A migration that waits for a table holds up all who come after it, so it gives up
 * soon and tries again, when whoever has the table may be done.
 * @param until the last one that is run; all of them without it
 * @param patience how long one waits for a lock, how often it tries, and the pause between (milliseconds)
 * @returns the names of those that ran
 * @throws CannotStart where a newer version of the product has used the database
 */
export async function migrate(
  // The tables are what is made here, so they have no types yet.
  // biome-ignore lint/suspicious/noExplicitAny: any schema will do
  db: Kysely<any>,
  folder = standardFolder,
  until?: string,
  patience = { lockMs: 3000, tries: 20, pauseMs: 2000 },
): Promise<string[]> {
  const files = migrationFiles(folder)
  return await db.connection().execute(async one => {
    // The migrator has a lock of its own, but looks at the tables before it takes it: beside one at work, it fails.
    await sql`select pg_advisory_lock(hashtextextended('honbu migrations', 0))`.execute(one)
    try {
      await refuseNewer(db, files)
      return await migrateUp(db, { files, until, patience })
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended('honbu migrations', 0))`.execute(one)
    }
  })
}

interface Way {
  files: ReadonlyMap<string, string>
  until: string | undefined
  patience: { lockMs: number; tries: number; pauseMs: number }
}

// biome-ignore lint/suspicious/noExplicitAny: any schema will do
async function migrateUp(db: Kysely<any>, { files, until, patience }: Way): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => asMigrations(files, patience.lockMs) } })
  const done: string[] = []
  let tries = 0
  for (;;) {
    if (until !== undefined && done.includes(until)) return done
    const { error, results = [] } = await migrator.migrateUp()
    if (codeOf(error) === lockNotAvailable && ++tries < patience.tries) {
      await pause(patience.pauseMs)
      continue
    }
    const failed = results.find(result => result.status === 'Error')
    if (failed) throw new Error(`Migration ${failed.migrationName} failed: ${reasonOf(error)}`, { cause: error })
    if (error) throw error
    if (results.length === 0) return done
    done.push(...results.map(result => result.migrationName))
  }
}

/** SQLSTATE of a lock that was not had in time. */
const lockNotAvailable = '55P03'

function asMigrations(files: ReadonlyMap<string, string>, lockMs: number): Record<string, Migration> {
  return Object.fromEntries(
    [...files].map(([name, file]) => [
      name,
      {
        up: async db => {
          await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(db)
          await sql.raw(readFileSync(file, 'utf8')).execute(db)
        },
      },
    ]),
  )
}

async function refuseNewer(db: Kysely<unknown>, files: ReadonlyMap<string, string>): Promise<void> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db)
  if (!tables[0]?.found) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.find(({ name }) => !files.has(name))
  if (unknown)
    throw new CannotStart(
      `The database has been used by a newer Honbu (its migration ${unknown.name} is not known here): start that one.`,
    )
}
