import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** `fast`: `npm test`, without the files named *.slow.test.ts. Otherwise, and by hand, every file (docs/testing.md). */
const isFast = process.env.HONBU_TEST_TIER === 'fast'

const all = globSync('{contract,server,web,sandbox,bench,scripts}/**/*.test.{ts,tsx}', {
  exclude: ['**/node_modules/**'],
}).filter(file => !isFast || !file.includes('.slow.test.'))
/** Tests that import from server/test need a database. */
const needsDatabase = (file: string) =>
  file.startsWith('server/test/') || /from '[^']*\/test\/[\w/-]+\.ts'/.test(readFileSync(file, 'utf8'))
const withDatabase = all.filter(needsDatabase)
const without = all.filter(file => !withDatabase.includes(file))
const isWeb = (file: string) => file.startsWith('web/')

/** The oldest Postgres that we support: SQL that it understands, the embedded one does too. */
const given = process.env.HONBU_TEST_POSTGRES || '/usr/lib/postgresql/15/bin'
const oldest = existsSync(path.join(given, 'postgres')) ? given : null

/** The slow tier repeats these on the embedded Postgres: locks, recovery and plans may differ from one version to the next. */
const onBoth = /^server\/src\/(platform|ledger|charging|imports|demo)\/|^server\/test\/any-input/

/** A project of tests that Node loads itself, which takes a third less time than through Vite. */
const project = (name: string, include: readonly string[], env: Record<string, string> = {}) =>
  ({
    extends: true,
    test: {
      name,
      include: [...include],
      env,
      experimental: { viteModuleRunner: name === 'web', nodeLoader: false },
      ...(!['unit', 'web'].includes(name) && { globalSetup: 'server/test/global-setup.ts' }),
    },
  }) satisfies TestProjectConfiguration

const projects = [
  project(
    'unit',
    without.filter(file => !isWeb(file)),
  ),
  project('web', without.filter(isWeb)),
  oldest === null
    ? project('postgres', withDatabase)
    : project('postgres-15', withDatabase, { HONBU_TEST_POSTGRES: oldest }),
  ...(isFast || oldest === null
    ? []
    : [
        project(
          'embedded',
          withDatabase.filter(file => onBoth.test(file)),
        ),
      ]),
]

export default defineConfig({
  test: {
    // A zone in which no day begins at 00:00 UTC, so a test fails where code confuses dates and instants.
    env: { TZ: 'Pacific/Auckland' },
    passWithNoTests: false,
    setupFiles: 'scripts/test/seed.ts',
    // By default one of two cores would stay idle. A third worker takes more processor time than it saves (decision 70).
    maxWorkers: '100%',
    // Enough for a busy machine. A poll ends as soon as it sees what it waits for.
    expect: { poll: { timeout: 20_000 } },
    // The files of a worker share the modules they load. Each file with a database has its own.
    isolate: false,
    // A build server may be many times slower than the machine this was written on.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: projects.filter(({ test }) => test.include.length > 0),
  },
})
