import type { TestProject } from 'vitest/node'
import { connectTo, type Database } from '../src/platform/database.ts'
import type { Connection } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openScratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' Postgres is. `database` is the migrated template that database.ts copies. */
    readonly postgres: Connection
  }
}

/** One Postgres for all test files of a project, with a migrated database for them to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await openScratch(project.config.env.HONBU_TEST_POSTGRES)
  const template = connectTo(scratch.connection)
  try {
    await migrate(template.db)
    await keepSeededRows(template)
  } catch (error) {
    await template.close()
    await scratch.stop()
    throw error
  }
  await template.close()
  project.provide('postgres', scratch.connection)
  return scratch.stop
}

/** Copies the rows that migrations insert, so that database.ts can put them back. */
async function keepSeededRows({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  await pool.query('create schema kept')
  for (const { name } of rows) {
    const found = await pool.query(`select from public.${quoted(name)} limit 1`)
    if (found.rowCount) await pool.query(`create table kept.${quoted(name)} as table public.${quoted(name)}`)
  }
}

const quoted = (name: string) => `"${name}"`
