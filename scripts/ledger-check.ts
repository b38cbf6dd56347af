/**
 * `npm run ledger:check`: counts the ledger anew from its entries and prints the first difference; exit code 1 if there is
 * one. Reads only; may run beside `npm start`, which does the same each night.
 */
import { checkLedger } from '@honbu/server/ledger/index.ts'
import { orExit } from '@honbu/server/platform/cannot-start.ts'
import { readConfig } from '@honbu/server/platform/config.ts'
import { openDatabase } from '@honbu/server/platform/database.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'

await orExit(async () => {
  const { db, direct, close } = await openDatabase(readConfig(process.env), 'guest')
  try {
    await migrate(direct.db)
    const difference = await checkLedger(db)
    console.log(difference ?? 'The ledger adds up.')
    if (difference) process.exitCode = 1
  } finally {
    await close()
  }
})
