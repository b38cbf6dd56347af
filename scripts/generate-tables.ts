/**
 * Writes server/src/platform/tables.ts, the types of the tables, from a scratch database with every migration run.
 * With --check nothing is written; exit code 1 if the file is out of date.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { generate, PostgresDialect as PostgresGenerator } from 'kysely-codegen'
import { orExit } from '../server/src/platform/cannot-start.ts'
import { connectTo } from '../server/src/platform/database.ts'
import { openEmbedded } from '../server/src/platform/embedded-postgres.ts'
import { migrate } from '../server/src/platform/migrate.ts'

const target = path.resolve(import.meta.dirname, '../server/src/platform/tables.ts')

await orExit(async () => {
  const fresh = await generated()
  if (!process.argv.includes('--check')) {
    writeFileSync(target, fresh)
    return
  }
  let present = ''
  try {
    present = readFileSync(target, 'utf8')
  } catch {
    // A missing file is out of date too.
  }
  if (present === fresh) return
  console.error(`${path.relative(process.cwd(), target)} is out of date: npm run run scripts/generate-tables.ts`)
  process.exitCode = 1
})

async function generated(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-tables-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder, { settings: { fsync: 'off' } })
  const { db, close } = connectTo(embedded.connection)
  try {
    await migrate(db)
    const source = await generate({
      db,
      dialect: new PostgresGenerator(),
      excludePattern: 'kysely_*',
      outFile: null,
      // As database.ts reads them.
      typeMapping: { date: 'string', int8: 'number' },
    })
    return source.replace('export interface DB {', 'export interface Tables {')
  } finally {
    await close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
