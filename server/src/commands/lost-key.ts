import { CannotStart } from '../platform/cannot-start.ts'
import { forgetKey } from '../platform/key-canary.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open.ts'

export const command: Command = {
  words: '',
  does: 'Lets the next start use another key if HONBU_KEY or secret.key is lost. Everyone logs in again, clubs enter their providers’ keys again, and people with an authenticator app need a recovery code.',
  run: () =>
    withDatabase(async ({ database }) => {
      if (!(await forgetKey(database.db))) throw new CannotStart('No key has been used with this database yet.')
      console.log('The next start uses the key that it finds.')
    }),
}
