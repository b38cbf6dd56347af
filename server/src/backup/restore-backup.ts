import { createReadStream } from 'node:fs'
import { cp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Database } from '../platform/database.ts'
import { openJobs } from '../platform/jobs.ts'
import { migrate, migrationFiles } from '../platform/migrate.ts'
import { jobsFile, jobTables, Manifest, manifestFile, quoted, rowsFile } from './manifest.ts'

/**
 * Fills an empty database from the folder of a backup, and brings it to this version.
 * @param beside the folder that gets what lay beside the database; what is there already stays
 * @throws CannotStart where the folder holds no whole backup, or one of a newer version, or the database is in use
 */
export async function restoreBackup(database: Database, folder: string, beside: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const { db, pool, connection } = database
  const { rows } = await pool.query(`
    select count(*) as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  if (rows[0].tables > 0) throw new CannotStart('The database is in use: a backup is restored into an empty one.')
  await migrate(db, undefined, manifest.migration)
  // Makes the tables of the queues.
  const jobs = await openJobs(connection, { error: () => {} })
  await jobs.stop()
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Rows come as they were: no trigger writes anything beside them, and they may come before those that they point at.
    await client.query('set local session_replication_role = replica').catch(error => {
      throw new CannotStart('Only a superuser of the database may restore into it, for a moment.', { cause: error })
    })
    await fill(client, folder, manifest)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    client.release(true)
  }
  await migrate(db)
  for (const name of await readdir(path.join(folder, 'beside')))
    await cp(path.join(folder, 'beside', name), path.join(beside, name), { recursive: true, force: false })
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => {
    throw new CannotStart(`${folder} holds no backup, or one that was cut off: it has no ${manifestFile}.`)
  })
  const read = Manifest.safeParse(JSON.parse(text))
  if (!read.success || !migrationFiles().has(read.data.migration))
    throw new CannotStart(`The backup in ${folder} was made by a newer Honbu: restore it with that one.`)
  return read.data
}

async function fill(client: pg.PoolClient, folder: string, { tables, sequences }: Manifest): Promise<void> {
  // Some have rows from their migration, which are in the backup as well.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join()}`)
  for (const { name, columns, rows } of tables) {
    const copy = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join()}) from stdin`))
    await pipeline(createReadStream(path.join(folder, rowsFile(name))), createGunzip(), copy)
    if (copy.rowCount !== rows)
      throw new CannotStart(`The backup is damaged: ${name} has ${copy.rowCount} of ${rows} rows.`)
  }
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, isCalled])
  for (const table of jobTables) {
    const rows = await readFile(path.join(folder, jobsFile(table)), 'utf8')
    const { rows: columns } = await client.query(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname in (select json_object_keys($2::json -> 0))`,
      [`pgboss.${table}`, rows],
    )
    const { names } = columns[0]
    if (!names) continue
    await client.query(
      `insert into pgboss.${table} (${names}) select ${names} from json_populate_recordset(null::pgboss.${table}, $1::json)
      on conflict do nothing`,
      [rows],
    )
  }
}
