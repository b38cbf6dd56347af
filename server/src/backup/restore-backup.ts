import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CannotStart, codeOf } from '../platform/cannot-start.ts'
import type { Database } from '../platform/database.ts'
import { deleteFileJob } from '../platform/files.ts'
import { openJobs } from '../platform/jobs.ts'
import { migrateIn } from '../platform/migrate.ts'
import { contentTypeOf, type ListedFiles } from '../platform/storage.ts'
import type { Tables } from '../platform/tables.ts'
import { type Erased, eraseAgain } from '../privacy/index.ts'
import { checkBackup } from './check-backup.ts'
import { jobsFile, jobTables, keyFile, type Manifest, quoted, rowsFile, uploadFile } from './manifest.ts'

interface Restored {
  readonly folder: string
  /** The empty database. Its role need not be a superuser: it owns what is made. */
  readonly database: Database
  /** Where uploaded files go. */
  readonly files: ListedFiles
  /** The file of the key with which providers' keys are sealed. */
  readonly key: string
  /** Who was erased, as far as it's written down where this copy can read it. Those after the backup are erased again. */
  readonly erased: readonly Erased[]
  readonly now: Date
}

/**
 * Fills an empty database from the folder of a backup, and brings it to this version: all of it or nothing. It then waits
 * as a copy that sends nothing, until `confirmRestored`.
 * @throws CannotStart where the folder holds no whole backup, or one of a newer version, or the database is in use
 */
export async function restoreBackup(restored: Restored): Promise<Manifest & { readonly erasedAgain: number }> {
  const { folder, database, files, key, erased, now } = restored
  const manifest = await checkBackup(folder)
  await refuseOtherKey(folder, key)
  const { pool } = database.direct
  const { rows } = await pool.query(`
    select count(*)::int as tables, to_regnamespace('pgboss') is not null as "hasQueues" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S')`)
  if (rows[0].tables > 0) throw new CannotStart('The database is in use: a backup is restored into an empty one.')
  // Makes the tables of the queues, which belong to a library.
  const jobs = await openJobs(database.connection, { error: () => {} })
  await jobs.stop()
  const client = await pool.connect()
  const put: string[] = []
  let erasedAgain = 0
  try {
    await client.query('begin')
    await fill(client, folder, manifest)
    await client.query(`insert into restored_copy (backup_made_at, restored_at) values ($1, $2)`, [
      manifest.madeAt,
      now,
    ])
    const since = erased.filter(({ at }) => at > manifest.madeAt)
    // Their photos don't come back either.
    const gone = new Set<string>()
    const enqueue = async (name: string, data: object) => {
      if (name === deleteFileJob && 'key' in data) gone.add(String(data.key))
      else await enqueueIn(client, name, data)
    }
    erasedAgain = await eraseAgain(within(client), since, { now, enqueue })
    for (const { key: each } of manifest.files.filter(file => !gone.has(file.key))) {
      await files.put(each, await readFile(path.join(folder, uploadFile(each))), contentTypeOf(each) ?? '')
      put.push(each)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (!rows[0].hasQueues) await client.query('drop schema if exists pgboss cascade')
    for (const each of put) await files.delete(each)
    throw error
  } finally {
    client.release(true)
  }
  await mkdir(path.dirname(key), { recursive: true, mode: 0o700 })
  await copyFile(path.join(folder, keyFile), key).catch(ignoreMissing)
  await pool.query('analyze')
  return { ...manifest, erasedAgain }
}

/** What the key in the backup has sealed, another one can't open. */
async function refuseOtherKey(folder: string, key: string): Promise<void> {
  const [theirs, ours] = await Promise.all(
    [path.join(folder, keyFile), key].map(file => readFile(file).catch(ignoreMissing)),
  )
  if (theirs && ours && !theirs.equals(ours))
    throw new CannotStart(
      `${key} is another key than the backup’s, with which the providers’ keys are sealed. Restore into a new HONBU_DATA, or move that file away.`,
    )
}

/** Makes the tables as they were, fills them, and brings them to this version. */
async function fill(client: pg.PoolClient, folder: string, manifest: Manifest): Promise<void> {
  const tx = within(client)
  await migrateIn(tx, manifest.migration)
  // Rows come as they were: no trigger writes anything beside them, and they may come before those that they refer to.
  // Only a superuser can turn foreign keys off, so they go, and are checked when they come back.
  const keys = await foreignKeys(client)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const tables = manifest.tables.map(({ name }) => quoted(name))
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  // Some have rows from their migration, which are in the backup as well.
  await client.query(`truncate ${tables.join()}`)
  for (const { name, columns } of manifest.tables) {
    const copy = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join()}) from stdin`))
    await pipeline(createReadStream(path.join(folder, rowsFile(name))), createGunzip(), copy)
  }
  for (const { name, last, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, isCalled])
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await demandCounts(client, manifest)
  for (const table of jobTables)
    await fillJobs(client, table, await readFile(path.join(folder, jobsFile(table)), 'utf8'))
  await migrateIn(tx)
}

/** A queue that the backup's version did not have has nothing to do yet. */
async function enqueueIn(client: pg.PoolClient, name: string, data: object): Promise<void> {
  await client.query(
    'insert into pgboss.job (name, data) select $1::text, $2::jsonb where exists (select from pgboss.queue where name = $1)',
    [name, JSON.stringify(data)],
  )
}

/** The client's transaction, for what asks through Kysely. */
function within(client: pg.PoolClient): Transaction<Tables> {
  const query: pg.PoolClient['query'] = client.query.bind(client)
  const held = { query, release: () => {} }
  const pool = { connect: async () => held, end: async () => {}, options: {} }
  // What it does is within the client's transaction, which this file begins and ends.
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) as unknown as Transaction<Tables>
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function foreignKeys(client: pg.PoolClient): Promise<ForeignKey[]> {
  const { rows } = await client.query(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`)
  return rows
}

/** @throws CannotStart where a table has another number of rows than the backup says */
async function demandCounts(client: pg.PoolClient, { tables }: Manifest): Promise<void> {
  for (const { name, rows: wanted } of tables) {
    const { rows } = await client.query(`select count(*)::int as found from ${quoted(name)}`)
    if (rows[0].found !== wanted)
      throw new CannotStart(`${name} has ${rows[0].found} rows where the backup has ${wanted}. Nothing was restored.`)
  }
}

async function fillJobs(client: pg.PoolClient, table: string, rows: string): Promise<void> {
  const { rows: columns } = await client.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname in (select json_object_keys($2::json -> 0))`,
    [`pgboss.${table}`, rows],
  )
  const { names } = columns[0]
  if (!names) return
  await client.query(
    `insert into pgboss.${table} (${names}) select ${names} from json_populate_recordset(null::pgboss.${table}, $1::json)
    on conflict do nothing`,
    [rows],
  )
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
