/**
 * `npm run lost-second-factor -- EMAIL`: lets somebody in again who has lost the phone and the recovery codes: his app,
 * codes and passkeys no longer count, he is logged out everywhere, and told by e-mail. Make sure first, by other means than
 * an e-mail, that it is he who asks: from then on the password alone is enough. May run beside `npm start`.
 */
import { takeSecondFactorAway } from '@honbu/server/identity/index.ts'
import { CannotStart, orExit } from '@honbu/server/platform/cannot-start.ts'
import { configOnPort, readConfig } from '@honbu/server/platform/config.ts'
import { openDatabase } from '@honbu/server/platform/database.ts'
import { openJobs } from '@honbu/server/platform/jobs.ts'
import { postsBy } from '@honbu/server/platform/mail.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import { portsToTry } from '@honbu/server/platform/port.ts'

const said = {
  done: 'Done: the password alone logs in now. They are logged out everywhere, and an e-mail says so.',
  unknown: 'No account has this e-mail address.',
  nothing: 'This account has no second factor: there is nothing to take away.',
}

await orExit(async () => {
  const [email, ...more] = process.argv.slice(2)
  if (!email || more.length > 0) throw new CannotStart('Whose? npm run lost-second-factor -- EMAIL')
  const given = readConfig(process.env)
  // Without BASE_URL the letter leads to where the product looks for a port first.
  const [port = 0] = portsToTry(given)
  const config = configOnPort(given, port)
  if (config.oidc.authority)
    throw new CannotStart('OIDC_AUTHORITY is set: the second factor is that of the other provider.')
  const { db, direct, connection, close } = await openDatabase(config, 'guest')
  try {
    await migrate(direct.db)
    const jobs = await openJobs(connection, console, { works: false })
    try {
      const found = await takeSecondFactorAway({ db, config, mail: postsBy(jobs), now: new Date() }, email)
      console.log(said[found])
      if (found !== 'done') process.exitCode = 1
    } finally {
      await jobs.stop()
    }
  } finally {
    await close()
  }
})
