import { createOwner } from '../identity/index.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Command } from './command.ts'
import { configHere } from './config-here.ts'
import { withDatabase } from './open.ts'

export const command: Command = {
  words: 'EMAIL FIRSTNAME LASTNAME',
  does: 'Creates an account without sending an email, and prints the link with which they choose a password. They then create their club.',
  run: args =>
    withDatabase(async ({ config: given, database: { db } }) => {
      const [email = '', firstName = '', lastName = '', ...more] = args
      if (!/^[^\s@]+@[^\s@]+$/.test(email) || !firstName || !lastName || more.length > 0)
        throw new CannotStart('Use: create-owner EMAIL FIRSTNAME LASTNAME')
      const config = configHere(given)
      const link = await createOwner({ db, config, now: new Date() }, { email, firstName, lastName })
      if (link === null)
        throw new CannotStart('This address has an account already. For a new password, use: reset-password EMAIL')
      console.log(`Created. Anyone who has this link can choose the password, once and within an hour:\n${link}`)
    }),
}
