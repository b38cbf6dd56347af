import { checkLedger } from '../ledger/index.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open.ts'

export const command: Command = {
  words: '',
  does: 'Adds up the ledger and prints the first difference. The exit code is 1 if there is one. It only reads.',
  run: () =>
    withDatabase(async ({ database }) => {
      const difference = await checkLedger(database.db)
      console.log(difference ?? 'The ledger adds up.')
      if (difference) process.exitCode = 1
    }),
}
