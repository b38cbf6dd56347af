import type { AddressInfo } from 'node:net'
import { buildApp } from '@honbu/server/app.ts'
import { openIdentity } from '@honbu/server/identity/index.ts'
import { recordActivity } from '@honbu/server/platform/activity.ts'
import { countAttempts } from '@honbu/server/platform/attempts.ts'
import { authenticator } from '@honbu/server/platform/authenticate.ts'
import { connectTo, isCrowded } from '@honbu/server/platform/database.ts'
import type { Connection } from '@honbu/server/platform/embedded-postgres.ts'
import { serveHealth } from '@honbu/server/platform/health.ts'
import { privateFiles } from '@honbu/server/platform/private-files.ts'
import { openRights } from '@honbu/server/platform/rights.ts'
import { secretBox } from '@honbu/server/platform/secret-box.ts'
import { openProviders } from '@honbu/server/providers/index.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { benchNow } from '../population/franchise.ts'
import { freshIn, noteQueries } from './noting.ts'
import { used, work } from './process.ts'
import { startProfile, stopProfile } from './profile.ts'
import { type BenchCall, floorHeader, type NotedRequest, type ReadyCall, type ReadyRequest } from './wire.ts'

/**
 * The product's API and its sign-in in a process of its own, on a port: the real routes, access, checks of what comes and
 * goes, tokens and passwords. Only what is done later, by jobs and by mail, is left out. Each request is made a few times
 * beforehand and its SQL noted, so that the floor can run the same.
 */
export type ProductOrder =
  | { readonly serve: Connection; readonly calls: readonly BenchCall[] }
  | { readonly used: true }
  | { readonly profile: 'start' | 'stop' }

export interface Served {
  readonly port: number
  readonly calls: readonly ReadyCall[]
}

work(async (order: ProductOrder) => {
  if ('used' in order) return used()
  if ('profile' in order) return order.profile === 'start' ? await startProfile() : await stopProfile()
  const { db, pool } = connectTo(order.serve)
  const queries = noteQueries(pool)
  const tokens = await tokenMaker()
  const now = () => benchNow
  const nothing = async () => {}
  const jobs = { enqueue: nothing, work: nothing, schedule: nothing, stop: nothing }
  const mail = { send: async () => ({ messageId: '', said: '' }), post: nothing, close: () => {} }
  const box = secretBox(Buffer.alloc(32))
  const nobody = { url: 'http://127.0.0.1:9' }
  const addresses = { gocardless: nobody, stripe: nobody }
  const config = {
    baseUrl: 'http://localhost',
    basePath: '',
    oidc: { authority: undefined, clientId: 'Honbu.Web', audience: undefined, scope: undefined, twoFactor: ['mfa'] },
    logLevel: 'warn',
    // Each who signs in comes from an address of his own: a thousand from one would be refused.
    trustProxy: 1,
    smsFrom: 'Honbu',
  } as const
  const log = { error: (details: object, message: string) => console.error(message, details) }
  const identity = await openIdentity({ db, config, now, jobs, mail, log, box })
  const rights = await openRights(db, pool, now)
  const app = await buildApp({
    config,
    platform: {
      ...{ db, now, mail, jobs, rights },
      isCrowded: () => isCrowded(pool),
      authenticate: authenticator(tokens.verify, rights, now, recordActivity(db, now)),
      privateFiles: privateFiles(secretBox(Buffer.alloc(32, 7))),
      files: { put: nothing, get: async () => null, delete: nothing },
    },
    payments: { addresses, box, providers: openProviders({ db, box, addresses }) },
    attempts: countAttempts(db, box, now),
    pages: [serveHealth({ pool }), identity.register],
  })
  const calls: ReadyCall[] = []
  for (const call of order.calls) calls.push(await learn(app, queries, call, tokens.of))
  queries.stop()
  await app.listen({ port: 0, host: '127.0.0.1' })
  // It listens on a port.
  return { port: (app.server.address() as AddressInfo).port, calls } satisfies Served
})

async function tokenMaker() {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const issuedAt = Math.floor(benchNow.getTime() / 1000)
  return {
    of: (sub: string) =>
      new SignJWT({ sub })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + 86_400)
        .sign(privateKey),
    verify: async (text: string) => {
      const { payload } = await jwtVerify(text, publicKey, { currentDate: benchNow })
      return { sub: payload.sub ?? '', issuedAt: payload.iat ?? 0, expiresAt: payload.exp ?? 0 }
    },
  }
}

/**
 * All requests of a call, in turn, three times: the first fills the caches, the other two say what every one after it
 * does, and what of that is another each time.
 */
async function learn(
  app: FastifyInstance,
  queries: ReturnType<typeof noteQueries>,
  { name, requests, checksPassword = false }: BenchCall,
  tokenOf: (sub: string) => Promise<string>,
): Promise<ReadyCall> {
  const ready: ReadyRequest[] = []
  for (const [index, { method, path, sub, headers, body }] of requests.entries()) {
    const all: Record<string, string> = { ...headers, [floorHeader]: String(index) }
    if (sub) all.authorization = `Bearer ${await tokenOf(sub)}`
    if (body !== undefined) all['content-type'] ??= 'application/json'
    ready.push({ method, path, headers: all, body: body ?? null })
  }
  const runs: { queries: NotedRequest['queries']; answer: LightMyRequestResponse }[][] = []
  for (let run = 0; run < 3; run++) {
    const done: (typeof runs)[number] = []
    for (const [index, { method, path, headers, body }] of ready.entries()) {
      queries.take()
      const answer = await app.inject({
        method,
        url: path,
        headers: { ...headers },
        ...(body !== null && { payload: body }),
      })
      if (answer.statusCode >= 400) throw new Error(`${name}: ${path} answered ${answer.statusCode}: ${answer.body}`)
      done.push({ queries: queries.take(), answer })
      if (run === 0) ready[index] = knownDevice({ method, path, headers, body }, answer)
    }
    runs.push(done)
  }
  const noted = ready.map((_, index): NotedRequest => {
    const [, first, second] = runs.map(done => done[index])
    if (!first || !second) throw new Error('a run is missing')
    const { answer, queries } = second
    const fresh = freshIn(first.queries, queries)
    return { queries, fresh, status: answer.statusCode, answer: answer.body, checksPassword }
  })
  return { name, requests: ready, noted }
}

/** From the browser in which somebody has signed in before: whoever signs in from a new one is sent an e-mail. */
function knownDevice(request: ReadyRequest, { cookies }: LightMyRequestResponse): ReadyRequest {
  const device = cookies.filter(({ name }) => name.startsWith('honbu.device'))
  if (device.length === 0) return request
  const cookie = device.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { ...request, headers: { ...request.headers, cookie } }
}
