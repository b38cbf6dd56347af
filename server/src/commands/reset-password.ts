import { passwordLink } from '../identity/index.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Command } from './command.ts'
import { configHere } from './config-here.ts'
import { onlyWord, withDatabase } from './open.ts'

export const command: Command = {
  words: 'EMAIL',
  does: 'Prints a link with which a user chooses a new password, once and within an hour. Make sure first that it’s really them.',
  run: args =>
    withDatabase(async ({ config: given, database: { db } }) => {
      const email = onlyWord(args, 'reset-password EMAIL')
      const config = configHere(given)
      if (config.oidc.authority)
        throw new CannotStart('OIDC_AUTHORITY is set: passwords are those of the other provider.')
      const link = await passwordLink({ db, config, now: new Date() }, email)
      if (link === null) throw new CannotStart('No account has this email address.')
      console.log(`Anyone who has this link can choose the password, once and within an hour:\n${link}`)
    }),
}
