/**
 * A server in a process of its own on the embedded database of a folder: its calls over HTTP, its queue, its mail. It waits
 * until it is told where, says where it listens, and stays until it is killed.
 */
import { flushCompileCache } from 'node:module'
import { buildApp } from '../src/app.ts'
import { countAttempts } from '../src/platform/attempts.ts'
import { authenticator } from '../src/platform/authenticate.ts'
import { orExit } from '../src/platform/cannot-start.ts'
import { clubSenderOf } from '../src/platform/club-sender.ts'
import { openDatabase } from '../src/platform/database.ts'
import { openJobs } from '../src/platform/jobs.ts'
import { openMail } from '../src/platform/mail.ts'
import { privateFiles } from '../src/platform/private-files.ts'
import { openRights } from '../src/platform/rights.ts'
import { secretBox } from '../src/platform/secret-box.ts'
import { testNow, testPayments } from './app.ts'
import { plainConfig } from './plain-config.ts'

/** What it is told. */
export interface Life {
  readonly dataDir: string
  readonly smtpUrl: string
}

/** What it says when it can be asked. */
export interface Listening {
  readonly address: string
}

process.once('message', ({ dataDir, smtpUrl }: Life) =>
  orExit(async () => {
    const { db, pool, connection } = await openDatabase({ dataDir, databaseUrl: undefined }, 'server')
    const jobs = await openJobs(connection, { error: () => {} })
    const mail = await openMail({ smtpUrl, from: 'Honbu <honbu@club.example>', jobs, clubSender: clubSenderOf(db) })
    const now = () => testNow
    const rights = await openRights(db, pool, now)
    const app = await buildApp({
      config: plainConfig,
      platform: {
        db,
        authenticate: authenticator(async token => ({ sub: token, issuedAt: 4e9, expiresAt: 5e9 }), rights, now),
        now,
        mail,
        jobs,
        privateFiles: privateFiles(secretBox(Buffer.alloc(32, 7))),
        files: { put: async () => {}, get: async () => null, delete: async () => {} },
        rights,
      },
      payments: testPayments(db),
      attempts: countAttempts(db, secretBox(Buffer.alloc(32, 7)), now),
      pages: [],
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    process.send?.({ address } satisfies Listening)
  }),
)
// One that is killed would not leave to the next what it has compiled.
flushCompileCache()
process.send?.('ready')
// Whatever becomes of who has started it, this does not stay.
process.once('disconnect', () => process.exit())
