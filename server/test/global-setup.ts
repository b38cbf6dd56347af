import type { TestProject } from 'vitest/node'
import { connectTo } from '../src/platform/database.ts'
import type { Connection } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { openScratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests' Postgres is; `database` is the migrated template of every test's own. */
    readonly postgres: Connection
  }
}

/** One Postgres for all test files of a project, with a migrated database for them to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await openScratch(project.config.env.HONBU_TEST_POSTGRES)
  const template = connectTo(scratch.connection)
  try {
    await migrate(template.db)
  } catch (error) {
    await template.close()
    await scratch.stop()
    throw error
  }
  await template.close()
  project.provide('postgres', scratch.connection)
  return scratch.stop
}
