import { takeSecondFactorAway } from '../identity/index.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { openJobs } from '../platform/jobs.ts'
import { postsBy } from '../platform/mail.ts'
import type { Command } from './command.ts'
import { configHere } from './config-here.ts'
import { onlyWord, withDatabase } from './open.ts'

const said = {
  done: 'Done: the password alone logs in now. They’re logged out everywhere, and an email tells them.',
  unknown: 'No account has this email address.',
  nothing: 'This account has no second factor: there’s nothing to remove.',
}

export const command: Command = {
  words: 'EMAIL',
  does: 'Removes the second factor of a user who has lost their phone and recovery codes, and logs them out everywhere. Make sure first, and not by email, that it’s really them.',
  run: args =>
    withDatabase(async ({ config: given, database: { db, connection } }) => {
      const email = onlyWord(args, 'lost-second-factor EMAIL')
      const config = configHere(given)
      if (config.oidc.authority)
        throw new CannotStart('OIDC_AUTHORITY is set: the second factor is that of the other provider.')
      const jobs = await openJobs(connection, console, { works: false })
      try {
        const found = await takeSecondFactorAway({ db, config, mail: postsBy(jobs), now: new Date() }, email)
        console.log(said[found])
        if (found !== 'done') process.exitCode = 1
      } finally {
        await jobs.stop()
      }
    }),
}
