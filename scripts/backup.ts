/**
 * `npm run backup -- FOLDER`: everything into a new folder, as it is at one moment; may run beside `npm start`. Files in an
 * S3-compatible store are left to that store's own backup.
 */
import path from 'node:path'
import { makeBackup } from '@honbu/server/backup/index.ts'
import { CannotStart, orExit } from '@honbu/server/platform/cannot-start.ts'
import { readConfig } from '@honbu/server/platform/config.ts'
import { openDatabase } from '@honbu/server/platform/database.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import project from '../package.json' with { type: 'json' }

await orExit(async () => {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0) throw new CannotStart('Where to? npm run backup -- FOLDER')
  const config = readConfig(process.env)
  const { direct, close } = await openDatabase(config, 'guest')
  const { db, pool } = direct
  try {
    await migrate(db)
    const beside = ['files', 'secret.key'].map(name => path.join(config.dataDir, name))
    const { tables } = await makeBackup({ pool, folder, version: project.version, now: new Date(), beside })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${folder} holds ${rows.toLocaleString('en-GB')} rows. Whoever has it can read them: keep it safe.`)
  } finally {
    await close()
  }
})
