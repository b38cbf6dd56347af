import { createWriteStream } from 'node:fs'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { CannotStart } from '../platform/cannot-start.ts'
import { closeToOthers } from '../platform/data-folder.ts'
import { jobsFile, jobTables, type Manifest, manifestFile, quoted, rowsFile } from './manifest.ts'

interface Made {
  readonly pool: pg.Pool
  /** Where it goes: a folder that is not there yet, or is empty. */
  readonly folder: string
  readonly version: string
  readonly now: Date
  /** What lies beside the database and belongs to it: uploaded files, the key of the providers' keys. None of those need be there. */
  readonly beside: readonly string[]
}

/**
 * Writes everything into a folder, as it is at one moment, while the product may go on.
 * @throws CannotStart where the folder has something in it
 */
export async function makeBackup({ pool, folder, version, now, beside }: Made): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new CannotStart(`${folder} is not empty: name a folder that is new.`)
  for (const part of ['tables', 'jobs', 'beside']) await mkdir(path.join(folder, part))
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const manifest = await write(client, folder, { version, madeAt: now.toISOString() })
    await client.query('commit')
    // After the rows: a file that a row names is there, and one too many harms nobody.
    for (const from of beside)
      await cp(from, path.join(folder, 'beside', path.basename(from)), { recursive: true }).catch(ignoreMissing)
    await writeFile(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    closeToOthers(folder)
    return manifest
  } finally {
    client.release(true)
  }
}

async function write(
  client: pg.PoolClient,
  folder: string,
  made: Pick<Manifest, 'version' | 'madeAt'>,
): Promise<Manifest> {
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await tablesOf(client)) {
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join()}) to stdout`))
    await pipeline(
      rows,
      createGzip({ level: 4 }),
      createWriteStream(path.join(folder, rowsFile(name)), { flush: true }),
    )
    tables.push({ name, columns, rows: rows.rowCount })
  }
  for (const table of jobTables) {
    const { rows } = await client.query(`
      select coalesce(json_agg(t), '[]')::text as rows from pgboss.${table} t
      ${table === 'job' ? "where state in ('created', 'retry', 'active')" : ''}`)
    await writeFile(path.join(folder, jobsFile(table)), rows[0].rows, { flush: true })
  }
  const { rows: sequences } = await client.query(`
    select sequencename as name, coalesce(last_value, start_value)::text as last, last_value is not null as "isCalled"
    from pg_sequences where schemaname = 'public' order by 1`)
  const { rows: last } = await client.query('select max(name) as migration from kysely_migration')
  return { format: 1, ...made, migration: last[0].migration, tables, sequences }
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

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
