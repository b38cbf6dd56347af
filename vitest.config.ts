import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** Tests that take anything from server/test need a database; all others run without. */
const all = globSync('{contract,server,web,sandbox,bench,scripts}/**/*.test.{ts,tsx}', {
  exclude: ['**/node_modules/**'],
})
const needsDatabase = (file: string) =>
  file.startsWith('server/test/') || /from '[^']*\/test\/[\w/-]+\.ts'/.test(readFileSync(file, 'utf8'))
const withDatabase = all.filter(needsDatabase)
const without = all.filter(file => !withDatabase.includes(file))

/** An older Postgres, the oldest that may be used: what is understood there is understood by the embedded one. */
const given = process.env.HONBU_TEST_POSTGRES || '/usr/lib/postgresql/15/bin'
const older = existsSync(path.join(given, 'postgres')) ? [given] : []

/** These ask the embedded one every call of the contract, and fill it with all that there is. They take long. */
const onEmbedded = [
  'server/test/any-input.test.ts',
  'server/src/demo/fill-demo.test.ts',
  'server/src/imports/import-files.test.ts',
  'server/src/imports/import-members.test.ts',
]

/** What depends on how a database locks, recovers and plans is tested on both; all else once, on the older one. */
const onBoth = /^server\/src\/(platform|ledger|charging)\//

const project = (
  name: string,
  include: readonly string[],
  env: Record<string, string> = {},
): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    env,
    ...(name !== 'unit' && { globalSetup: 'server/test/global-setup.ts' }),
  },
})

export default defineConfig({
  test: {
    // A zone in which no day begins at 00:00 UTC: what mixes up dates and instants shows.
    env: { TZ: 'Pacific/Auckland' },
    passWithNoTests: false,
    setupFiles: 'scripts/test/seed.ts',
    // Left to itself it keeps one core free, of two.
    maxWorkers: '100%',
    // What a busy machine needs; a poll ends as soon as it sees what it waits for.
    expect: { poll: { timeout: 20_000 } },
    // All files of a worker load what they share once; each with a database has one of its own.
    isolate: false,
    // A build server may be many times slower than what this was written on.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      project('unit', without),
      project(
        'embedded',
        older.length === 0 ? withDatabase : withDatabase.filter(file => onEmbedded.includes(file) || onBoth.test(file)),
      ),
      ...older.map(folder =>
        project(
          'postgres-15',
          withDatabase.filter(file => !onEmbedded.includes(file)),
          { HONBU_TEST_POSTGRES: folder },
        ),
      ),
    ],
  },
})
