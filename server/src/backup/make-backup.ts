import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { CannotStart, codeOf } from '../platform/cannot-start.ts'
import { closeToOthers } from '../platform/data-folder.ts'
import type { ListedFiles } from '../platform/storage.ts'
import { jobsFile, jobTables, keyFile, type Manifest, manifestFile, quoted, rowsFile, uploadFile } from './manifest.ts'

interface Made {
  readonly pool: pg.Pool
  /** Where it goes: a folder that is not there yet, or is empty. */
  readonly folder: string
  readonly version: string
  readonly now: Date
  readonly files: ListedFiles
  /** The file of the key with which providers' keys are sealed; it need not be there. */
  readonly key: string
  /** Is asked before anything is written, with what the database is. @throws CannotStart to stop */
  readonly isRight?: (found: { readonly clubs: number; readonly source: Manifest['database'] }) => Promise<void>
}

/**
 * Writes everything into a folder, as it is at one moment, while the product may go on. Only reads, whatever version has
 * made the database.
 * @throws CannotStart where the folder has something in it, or the database isn't Honbu's
 */
export async function makeBackup(made: Made): Promise<Manifest> {
  const { pool, folder, version, now, files, key, isRight } = made
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const database = await sourceIn(client)
    const migration = await lastMigration(client, database.name)
    const { rows: clubs } = await client.query('select count(*)::int as clubs from club')
    await isRight?.({ clubs: clubs[0].clubs, source: database })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).length > 0) throw new CannotStart(`${folder} is not empty: name a folder that is new.`)
    for (const part of ['tables', 'jobs', 'beside']) await mkdir(path.join(folder, part))
    const rows = await writeRows(client, folder)
    await client.query('commit')
    // After the rows: a file that a row names is there, and one too many harms nobody.
    const uploads = await writeFiles(files, folder)
    await copyFile(key, path.join(folder, keyFile)).catch(ignoreMissing)
    const manifest: Manifest = {
      ...{ format: 2, version, madeAt: now.toISOString(), migration, database },
      ...{ ...rows, files: uploads },
    }
    await writeFile(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    closeToOthers(folder)
    return manifest
  } finally {
    client.release(true)
  }
}

async function sourceIn(client: pg.PoolClient): Promise<NonNullable<Manifest['database']>> {
  const { rows } = await client.query(`
    select current_database() as name, coalesce(host(inet_server_addr()), 'this machine') as host,
      current_setting('server_version') as postgres`)
  return rows[0]
}

async function lastMigration(client: pg.PoolClient, name: string): Promise<string> {
  const { rows: there } = await client.query(`select to_regclass('public.kysely_migration') is not null as "isOurs"`)
  if (!there[0].isOurs)
    throw new CannotStart(`${name} isn’t a database of Honbu: check DATABASE_URL, or HONBU_DATA where that isn’t set.`)
  const { rows } = await client.query('select max(name) as migration from kysely_migration')
  return rows[0].migration
}

async function writeRows(client: pg.PoolClient, folder: string): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await tablesOf(client)) {
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join()}) to stdout`))
    const hash = createHash('sha256')
    const hashed = new PassThrough().on('data', part => hash.update(part))
    const file = createWriteStream(path.join(folder, rowsFile(name)), { flush: true })
    await pipeline(rows, createGzip({ level: 4 }), hashed, file)
    tables.push({ name, columns, rows: rows.rowCount, sha256: hash.digest('hex') })
  }
  const { rows: queues } = await client.query(`select to_regclass('pgboss.job') is not null as "areThere"`)
  for (const table of jobTables) {
    const { rows } = queues[0].areThere
      ? await client.query(`
          select coalesce(json_agg(t), '[]')::text as rows from pgboss.${table} t
          ${table === 'job' ? "where state in ('created', 'retry', 'active')" : ''}`)
      : { rows: [{ rows: '[]' }] }
    await writeFile(path.join(folder, jobsFile(table)), rows[0].rows, { flush: true })
  }
  const { rows: sequences } = await client.query(`
    select sequencename as name, coalesce(last_value, start_value)::text as last, last_value is not null as "isCalled"
    from pg_sequences where schemaname = 'public' order by 1`)
  return { tables, sequences }
}

/** Tables of the product by name, with the columns that are written: the migrations' own are made by migrating. */
async function tablesOf(client: pg.PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and attgenerated = '' and relname not in ('kysely_migration', 'kysely_migration_lock')
    group by relname order by relname`)
  return rows
}

async function writeFiles(files: ListedFiles, folder: string): Promise<Manifest['files']> {
  const written: Manifest['files'] = []
  for (const key of await files.list()) {
    // One may have been deleted since.
    const file = await files.get(key)
    if (!file) continue
    const target = path.join(folder, uploadFile(key))
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, file.bytes, { flush: true })
    written.push({ key, bytes: file.bytes.length, sha256: createHash('sha256').update(file.bytes).digest('hex') })
  }
  return written
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}
