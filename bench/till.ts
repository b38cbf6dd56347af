import { buildApp } from '@honbu/server/app.ts'
import { openCollections } from '@honbu/server/collections/index.ts'
import { countAttempts } from '@honbu/server/platform/attempts.ts'
import { authenticator } from '@honbu/server/platform/authenticate.ts'
import { connectTo } from '@honbu/server/platform/database.ts'
import { privateFiles } from '@honbu/server/platform/private-files.ts'
import { openRights } from '@honbu/server/platform/rights.ts'
import { secretBox } from '@honbu/server/platform/secret-box.ts'
import { openProviders } from '@honbu/server/providers/index.ts'
import type pg from 'pg'

export interface TillOrder {
  readonly connection: pg.ClientConfig
  readonly bankUrl: string
  readonly now: string
}

/**
 * The product in a process of its own, as far as it takes money over HTTP: its calls, and its webhooks. What it would put
 * into the queue is left out. A token is the `sub` itself.
 */
process.once('message', async ({ connection, bankUrl, now: at }: TillOrder) => {
  const { db, pool } = connectTo(connection)
  const now = () => new Date(at)
  const box = secretBox(Buffer.alloc(32))
  const addresses = { gocardless: { url: bankUrl }, stripe: { url: 'http://127.0.0.1:9' } }
  const providers = openProviders({ db, box, addresses })
  const nothing = async () => {}
  const config = { baseUrl: 'http://localhost', basePath: '' }
  const mail = { send: async () => ({ messageId: '', said: '' }) }
  const jobs = { enqueue: nothing, work: nothing, schedule: nothing, stop: nothing }
  const collections = await openCollections({ db, config, now, mail, jobs, providers })
  const rights = await openRights(db, pool, now)
  const verifyToken = async (sub: string) => ({ sub, issuedAt: 4_000_000_000, expiresAt: 5_000_000_000 })
  const app = await buildApp({
    config: {
      ...config,
      oidc: { authority: undefined, clientId: 'Honbu.Web', audience: undefined, scope: undefined, twoFactor: ['mfa'] },
      logLevel: 'warn',
      trustProxy: false,
      smsFrom: 'Honbu',
    },
    platform: {
      db,
      authenticate: authenticator(verifyToken, rights, now),
      now,
      mail: { post: nothing },
      jobs,
      privateFiles: privateFiles(secretBox(Buffer.alloc(32, 7))),
      files: { put: nothing, get: async () => null, delete: nothing },
    },
    payments: { addresses, box, providers },
    attempts: countAttempts(db, box, now),
    pages: [collections.register],
  })
  process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
})

// Whatever becomes of the process that measures, this one does not stay.
process.once('disconnect', () => process.exit())
