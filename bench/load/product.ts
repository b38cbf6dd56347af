import { buildApp } from '@honbu/server/app.ts'
import { authenticator } from '@honbu/server/platform/authenticate.ts'
import { connectTo } from '@honbu/server/platform/database.ts'
import { openRights } from '@honbu/server/platform/rights.ts'
import { secretBox } from '@honbu/server/platform/secret-box.ts'
import { openProviders } from '@honbu/server/providers/index.ts'
import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import type pg from 'pg'
import type { MeasuredCall } from './calls.ts'
import type { FloorCall } from './floor.ts'

/**
 * The product's API in a process of its own: the real routes, access, validation and token check. Runs each call once
 * while noting its SQL, so that the floor can run the same.
 */
process.once(
  'message',
  async ({ connection, sub, calls }: { connection: pg.ClientConfig; sub: string; calls: MeasuredCall[] }) => {
    const { db, pool } = connectTo(connection)
    const queries = noteQueries(pool)
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const token = await new SignJWT({ sub })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
    const verifyToken = async (text: string) => {
      const { payload } = await jwtVerify(text, publicKey)
      return { sub, issuedAt: payload.iat ?? 0, expiresAt: payload.exp ?? 0 }
    }
    const now = () => new Date()
    // Nothing that is measured sends or stores anything outside of the database.
    const nothing = async () => {}
    const rights = await openRights(db, pool, now)
    const box = secretBox(Buffer.alloc(32))
    const nobody = { url: 'http://127.0.0.1:9' }
    const addresses = { gocardless: nobody, stripe: nobody }
    const payments = { addresses, box, providers: openProviders({ db, box, addresses }) }
    const app = await buildApp({
      config: {
        baseUrl: 'http://localhost',
        basePath: '',
        oidc: { authority: undefined, clientId: 'Honbu.Web', audience: undefined, scope: undefined },
        logLevel: 'warn',
        trustProxy: false,
      },
      platform: {
        db,
        authenticate: authenticator(verifyToken, rights, now),
        now,
        mail: { post: nothing },
        jobs: { enqueue: nothing },
        files: { put: nothing, get: async () => null, delete: nothing },
      },
      payments,
      pages: [],
    })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

    const floor: FloorCall[] = []
    for (const { method, path, body } of calls) {
      // The first time fills the caches; the second is what every request after it does.
      for (const run of [1, 2]) {
        queries.length = 0
        const answer = await app.inject({ method, url: path, headers, ...(body && { payload: body }) })
        if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
        if (run === 2) floor.push({ path, queries: [...queries] })
      }
    }
    await app.listen({ port: 0, host: '127.0.0.1' })
    process.send?.({ address: app.server.address(), headers, floor })
  },
)

function noteQueries(pool: pg.Pool) {
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  pool.on('connect', client => {
    const query = client.query.bind(client)
    // pg's query has a dozen overloads; Kysely uses (sql, parameters) and this passes on whatever comes.
    client.query = ((...args: unknown[]) => {
      if (typeof args[0] === 'string') queries.push({ sql: args[0], parameters: (args[1] ?? []) as unknown[] })
      return (query as (...all: unknown[]) => unknown)(...args)
    }) as typeof client.query
  })
  return queries
}

// Whatever becomes of the process that measures, this one does not stay.
process.once('disconnect', () => process.exit())
