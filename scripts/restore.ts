/** `npm run restore -- FOLDER`: what `npm run backup` has made into the empty database of the settings, and their empty folder. */
import { restoreBackup } from '@honbu/server/backup/index.ts'
import { CannotStart, orExit } from '@honbu/server/platform/cannot-start.ts'
import { readConfig } from '@honbu/server/platform/config.ts'
import { openDatabase } from '@honbu/server/platform/database.ts'

await orExit(async () => {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0) throw new CannotStart('From where? npm run restore -- FOLDER')
  const config = readConfig(process.env)
  const database = await openDatabase(config, 'server')
  try {
    const { madeAt, tables } = await restoreBackup({ ...database, ...database.direct }, folder, config.dataDir)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${rows.toLocaleString('en-GB')} rows are back as they were at ${madeAt}. Start it with npm start.`)
  } finally {
    await database.close()
  }
})
