import { settingsOf } from '../identity/index.ts'
import { grantOperator } from '../operator/index.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Command } from './command.ts'
import { configHere } from './config-here.ts'
import { onlyWord, withDatabase } from './open.ts'

export const command: Command = {
  words: 'EMAIL',
  does: 'Lets an account open the operators’ page, /operator, once it has logged in with two factors.',
  run: args =>
    withDatabase(async ({ config: given, database: { db } }) => {
      const granted = await grantOperator(db, onlyWord(args, 'grant-operator EMAIL'), new Date())
      if (granted === null) throw new CannotStart('No account has this email address.')
      if (granted === 'already') throw new CannotStart('They’re an operator already.')
      const config = configHere(given)
      console.log(`Granted: ${config.baseUrl}${config.basePath}/operator`)
      if (!granted.hasTwoFactor && !config.oidc.authority) {
        const { pages } = settingsOf(config)
        console.log(`They need two-factor login first: ${config.baseUrl}${pages.twoFactor}`)
      }
    }),
}
