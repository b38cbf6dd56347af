import { existsSync } from 'node:fs'
import path from 'node:path'
import { connectTo, type Database } from '@honbu/server/platform/database.ts'
import { type Connection, type Embedded, openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import { sql } from 'kysely'
import { fill, type Told } from './population/fill.ts'
import { type Franchise, franchiseOf } from './population/franchise.ts'

/** Whoever changes what the rows are gives them another number: databases of before are made anew. */
const version = 'filled, rows as of version 1'

/** As on a machine with some memory. What is committed is on the disk, as everywhere. */
const settings = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  max_connections: '100',
}

/** A database of the wanted size: filled, and how the processes that measure get in. */
export interface BenchDatabase extends Database {
  readonly franchise: Franchise
  /** Without parsers, which cannot be told to other processes. */
  readonly plainConnection: Connection
}

/**
 * The Postgres that keeps the filled databases: in HONBU_BENCH_DATA, or `.tmp/bench` of the project. It is the one in
 * HONBU_TEST_POSTGRES (15 where Debian has it), or else the embedded one.
 */
export function openBenchCluster(): Promise<Embedded> {
  const folder = process.env.HONBU_BENCH_DATA || path.join(import.meta.dirname, '../.tmp/bench')
  const programs = process.env.HONBU_TEST_POSTGRES || '/usr/lib/postgresql/15/bin'
  const isThere = existsSync(path.join(programs, 'postgres'))
  return openEmbedded(folder, {
    settings,
    ...(isThere && { binaries: { folder: programs, locale: ['--locale=C.UTF-8'] } }),
  })
}

/** The database with so many members, which is filled when it is not there yet, and stays. */
export async function openFilled({ connection }: Embedded, members: number): Promise<BenchDatabase> {
  const name = `bench_${members}`
  const franchise = franchiseOf(members)
  const plainConnection = { ...connection, database: name }
  const admin = connectTo(connection)
  try {
    const { rows } = await sql<{ says: string | null }>`
      select shobj_description(oid, 'pg_database') as says from pg_database where datname = ${name}`.execute(admin.db)
    if (rows[0]?.says !== version) {
      console.log(`${members.toLocaleString('en-GB')} members in ${franchise.clubs} clubs are made:`)
      const began = performance.now()
      await sql`drop database if exists ${sql.id(name)}`.execute(admin.db)
      await sql`create database ${sql.id(name)}`.execute(admin.db)
      const fresh = connectTo(plainConnection)
      try {
        await migrate(fresh.db)
        await fill(fresh, franchise, printed)
      } finally {
        await fresh.close()
      }
      await sql`comment on database ${sql.id(name)} is ${sql.lit(version)}`.execute(admin.db)
      console.log(`  in ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`)
    }
  } finally {
    await admin.close()
  }
  const database = connectTo(plainConnection)
  await migrate(database.db)
  return { ...database, franchise, plainConnection }
}

const printed: Told = (step, ms, rows) => {
  const cells = [
    step.padEnd(24),
    (rows?.toLocaleString('en-GB') ?? '').padStart(12),
    (ms / 1000).toFixed(1).padStart(8),
  ]
  console.log(`  ${cells.join('')} s`)
}
