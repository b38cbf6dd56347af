import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject, vi } from 'vitest'
import { connectTo, type Database } from '../src/platform/database.ts'

/**
 * A migrated database without rows, for one test file: call it once, at the top of the file.
 *
 * The files of a worker share one, emptied in between: its connections have parsed and planned most of what the next file asks.
 * A file that has changed more than rows, or ended the pool, leaves it to be replaced by a new copy.
 */
export async function freshDatabase(): Promise<Database> {
  if (worker.inUse) return await separateDatabase()
  const database = await ownOfWorker()
  worker.inUse = true
  afterAll(async () => {
    worker.inUse = false
    if (database.pool.ended) return
    // Closing it would wait for them for ever, in whichever file comes next.
    delete worker.database
    // What a test has cut off gives its connection back a moment later.
    await vi.waitFor(noneInUse, { timeout: 5_000 })
    worker.database = database
  })
  return database
}

function noneInUse(): void {
  const used = worker.used?.size ?? 0
  if (used > 0) throw new Error(`${used} connections are still in use: close what was opened, outside of tests`)
}

/** A migrated database with connections that no other test file has used. */
export async function separateDatabase(): Promise<Database> {
  const database = await copyOf(template())
  afterAll(() => database.close())
  return database
}

/** A database in which nothing has been migrated. The test that opens it closes it. */
export const emptyDatabase = (): Promise<Database> => copyOf('template1')

/** The shared database of this worker, which outlives the modules of a test file. */
interface Worker {
  database?: Database
  schema?: string
  /** The connections that are taken from its pool. */
  used?: Set<pg.PoolClient>
  inUse: boolean
}
const workers = globalThis as typeof globalThis & { honbuTestDatabase?: Worker }
workers.honbuTestDatabase ??= { inUse: false }
const worker = workers.honbuTestDatabase

const template = () => inject('postgres').database ?? ''

async function ownOfWorker(): Promise<Database> {
  if (worker.database && (await emptied(worker.database))) return worker.database
  worker.database = await copyOf(template())
  worker.schema = await schemaOf(worker.database.pool)
  worker.used = usedOf(worker.database.pool)
  return worker.database
}

function usedOf(pool: pg.Pool): Set<pg.PoolClient> {
  const used = new Set<pg.PoolClient>()
  pool.on('acquire', client => used.add(client))
  pool.on('release', (_error, client) => used.delete(client))
  return used
}

/** Removes every row that a test file has added. False where the file has left more than rows. */
async function emptied(database: Database): Promise<boolean> {
  const { pool } = database
  try {
    if (pool.ended || (await schemaOf(pool)) !== worker.schema) return await dropped(database)
    await pool.query(removeRows)
    return true
  } catch {
    // Something still uses it: a lock, or a connection that it broke.
    return await dropped(database)
  }
}

async function dropped(database: Database): Promise<false> {
  if (!database.pool.ended) await database.close()
  return false
}

/** Differs when a file has changed tables, constraints, functions, triggers, defaults, statistics or settings. */
async function schemaOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(`
    select md5(concat(
      (select string_agg(concat(oid, relname), ',' order by oid) from pg_class where relpersistence <> 't'),
      (select string_agg(concat(oid, xmin), ',' order by oid) from pg_constraint),
      (select string_agg(concat(oid, xmin), ',' order by oid) from pg_trigger),
      (select string_agg(concat(oid, xmin), ',' order by oid) from pg_attrdef),
      (select string_agg(concat(oid, xmin), ',' order by oid) from pg_proc),
      (select count(*) from pg_statistic),
      (select string_agg(setconfig::text, ',') from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
       where datname = current_database())
    )) as schema`)
  return rows[0]?.schema ?? ''
}

/** Neither foreign keys nor triggers that refuse deletion apply to a replica. `kept` is made in global-setup.ts. */
const removeRows = `
do $$
declare
  name text;
  filled boolean;
  seeded text[] := array(select tablename from pg_tables where schemaname = 'kept');
begin
  set local lock_timeout = '5s';
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('select exists (select from public.%I)', name) into filled;
    if filled then execute format('delete from public.%I', name); end if;
    if name = any(seeded) then execute format('insert into public.%I overriding system value select * from kept.%I', name, name); end if;
  end loop;
  perform setval(format('public.%I', sequencename)::regclass, start_value, false)
  from pg_sequences where schemaname = 'public' and last_value is not null;
end $$`

async function copyOf(source: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '_')}`
  // Copied as files: through the write-ahead log it takes three times as long, and nothing here has to survive.
  await inMaintenance(`create database ${name} template ${source} strategy file_copy`)
  return connectTo({ ...inject('postgres'), database: name })
}

async function inMaintenance(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
