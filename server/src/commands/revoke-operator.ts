import { revokeOperator } from '../operator/index.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Command } from './command.ts'
import { onlyWord, withDatabase } from './open.ts'

export const command: Command = {
  words: 'EMAIL',
  does: 'Takes the right to open the operators’ page back, at once.',
  run: args =>
    withDatabase(async ({ database: { db } }) => {
      if (!(await revokeOperator(db, onlyWord(args, 'revoke-operator EMAIL'), new Date())))
        throw new CannotStart('No operator has this email address.')
      console.log('Taken back.')
    }),
}
