import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** Tests that take anything from server/test need a database; all others run without. */
const all = globSync('{contract,server,web,sandbox,bench,scripts}/**/*.test.{ts,tsx}', {
  exclude: ['**/node_modules/**'],
})
const needsDatabase = (file: string) =>
  file.startsWith('server/test/') || /from '[^']*\/test\/[\w-]+\.ts'/.test(readFileSync(file, 'utf8'))
const withDatabase = all.filter(needsDatabase)
const without = all.filter(file => !withDatabase.includes(file))

/** What is refused before it reaches the database tells nothing new on a second one, and takes long. */
const onceIsEnough = [
  'server/test/any-input.test.ts',
  'server/src/demo/fill-demo.test.ts',
  'server/src/imports/import-members.test.ts',
]
const onBoth = withDatabase.filter(file => !onceIsEnough.includes(file))

/** A second, older Postgres on which everything else with a database runs too. */
const given = process.env.HONBU_TEST_POSTGRES || '/usr/lib/postgresql/15/bin'
const other = existsSync(path.join(given, 'postgres')) ? [given] : []

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
    // Each file with a database has one of its own, but all of a worker load the server once.
    ...(name !== 'unit' && { globalSetup: 'server/test/global-setup.ts', isolate: false }),
  },
})

export default defineConfig({
  test: {
    // A zone in which no day begins at 00:00 UTC: what mixes up dates and instants shows.
    env: { TZ: 'Pacific/Auckland' },
    passWithNoTests: false,
    // Left to itself it keeps one core free, of two.
    maxWorkers: '100%',
    // What a busy machine needs; a poll ends as soon as it sees what it waits for.
    expect: { poll: { timeout: 20_000 } },
    // A build server may be many times slower than what this was written on.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      project('unit', without),
      project('embedded', withDatabase),
      ...other.map(folder => project('postgres-15', onBoth, { HONBU_TEST_POSTGRES: folder })),
    ],
  },
})
