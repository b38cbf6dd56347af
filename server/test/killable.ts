import { subscribe } from 'node:diagnostics_channel'
import { flushCompileCache } from 'node:module'
import Fastify from 'fastify'
import type pg from 'pg'
import { buildApp } from '../src/app.ts'
import { beginNights, workOnRun } from '../src/charging/index.ts'
import { openCollections } from '../src/collections/index.ts'
import { openPaying } from '../src/paying/index.ts'
import { countAttempts } from '../src/platform/attempts.ts'
import { authenticator } from '../src/platform/authenticate.ts'
import { connectTo } from '../src/platform/database.ts'
import { privateFiles } from '../src/platform/private-files.ts'
import { openRights } from '../src/platform/rights.ts'
import { secretBox } from '../src/platform/secret-box.ts'
import { openProviders } from '../src/providers/index.ts'
import { openRefunds } from '../src/refunds/index.ts'
import { takesMail, takesTexts } from './carriers.ts'
import { plainConfig } from './plain-config.ts'
import { queueInMemory } from './queue-in-memory.ts'

/** The parts of a day's work, in the order in which it is done. */
export type Part = 'charging' | 'collecting' | 'taking' | 'ordering' | 'refunding' | 'hearing'

/** What one of these processes is told to do. */
export interface Day {
  readonly connection: pg.ClientConfig
  readonly bankUrl: string
  readonly cardsUrl: string
  readonly now: string
  readonly parts: readonly Part[]
  /** At which step of which part it dies: just before a query or request is sent, or when it is and nobody has heard. */
  readonly dies: { readonly in: Part; readonly step: number; readonly how: 'before' | 'after' } | null
  /** The `sub` of who works at the desk. */
  readonly sub: string
  readonly toTake: readonly number[]
  readonly orders: readonly { readonly key: string; readonly memberId: number; readonly body: object }[]
  readonly toRefund: readonly { readonly paymentId: number; readonly amount: number }[]
}

/**
 * A server in a process of its own that works through a day and, somewhere in it, is killed as a machine is when the power
 * fails: nothing is closed, no transaction is rolled back by us, and what was in its queue is gone.
 */
process.once('message', (day: Day) => void live(day))
// One that is killed would not leave to the next what it has compiled.
flushCompileCache()
process.send?.('ready')
// Whatever becomes of the test, this does not stay.
process.once('disconnect', () => process.exit())

async function live({ connection, bankUrl, cardsUrl, parts, dies, sub, ...day }: Day) {
  let part: Part | null = null
  let steps = 0
  /** A step of the part in which it dies, or of those after it, should that have had fewer. */
  const step = (how: 'before' | 'after') => {
    if (!dies || how !== dies.how || (steps === 0 && part !== dies.in)) return
    steps += 1
    if (steps >= dies.step) process.kill(process.pid, 'SIGKILL')
  }
  const { db, pool, close } = connectTo(connection)
  pool.on('connect', client => {
    const query = client.query.bind(client)
    // pg's query has a dozen overloads; this passes on whatever comes.
    client.query = ((...args: unknown[]) => {
      step('before')
      const answer = (query as (...all: unknown[]) => unknown)(...args)
      // It is on its way to the database, and what that answers is never heard.
      step('after')
      return answer
    }) as typeof client.query
  })
  subscribe('http.client.request.start', () => step('before'))
  subscribe('http.client.response.finish', () => step('after'))

  const now = () => new Date(day.now)
  const config = plainConfig
  const box = secretBox(Buffer.alloc(32, 7))
  const addresses = { gocardless: { url: bankUrl }, stripe: { url: cardsUrl } }
  const providers = openProviders({ db, box, addresses })
  // It dies with the process: what must not be lost has to be found in the database.
  const queue = queueInMemory()
  const mail = { send: takesMail([]) }
  const sms = { send: takesTexts([]) }
  const beside = { db, config, now, mail, sms, jobs: queue.jobs, providers }
  const { workCardEvents } = await openPaying(beside)
  const collections = await openCollections({ ...beside, workCardEvents })
  await openRefunds(beside)
  const rights = await openRights(db, pool, now)
  const app = await buildApp({
    config: plainConfig,
    platform: {
      db,
      authenticate: authenticator(async token => ({ sub: token, issuedAt: 4e9, expiresAt: 5e9 }), rights, now),
      now,
      mail: { post: async () => {} },
      jobs: queue.jobs,
      privateFiles: privateFiles(secretBox(Buffer.alloc(32, 7))),
      files: { put: async () => {}, get: async () => null, delete: async () => {} },
    },
    payments: { addresses, box, providers },
    attempts: countAttempts(db, box, now),
    pages: [],
  })
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
    (await app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization: `Bearer ${sub}` } })).json()

  const works: Record<Part, () => Promise<void>> = {
    async charging() {
      await beginNights(db, now(), queue.jobs)
      for (const { data } of queue.taken('charge-memberships')) {
        const { runId } = data as { runId: number }
        await workOnRun({ db, now }, runId, { batch: 4 })
      }
    },
    async collecting() {
      await queue.runScheduled('collect-charges')
      await queue.run()
    },
    async taking() {
      // Who was told nothing presses the button again; that it is on its way already is an answer too.
      for (const chargeId of day.toTake) await post(`/api/member/TakePayment/${chargeId}`, {})
      await queue.run()
      await queue.runScheduled('find-uncharged-cards')
      await queue.runScheduled('collect-charges')
      await queue.run()
    },
    async ordering() {
      for (const { key, memberId, body } of day.orders) {
        const answer = await post(`/api/member/PlaceOrder/${memberId}`, body, { 'idempotency-key': key })
        if (!answer.isSuccess) throw new Error(JSON.stringify(answer))
      }
    },
    async refunding() {
      // Who was told nothing asks again, and has seen nothing given back.
      for (const { paymentId, amount } of day.toRefund)
        await post(`/api/member/RefundPayment/${paymentId}`, { amount, returned: 0, description: 'Moved away' })
      await queue.run()
      await queue.runScheduled('find-open-refunds')
      await queue.run()
    },
    async hearing() {
      const pages = Fastify()
      collections.register(pages)
      const address = await pages.listen({ port: 0, host: '127.0.0.1' })
      process.send?.({ address })
      await new Promise(told => process.once('message', told))
      await pages.close()
      await queue.run()
      await queue.runScheduled('find-provider-events')
      await queue.runScheduled('find-card-events')
      await queue.run()
    },
  }
  for (const each of parts) {
    part = each
    await works[each]()
  }
  await app.close()
  await collections.close()
  await rights.close()
  await close()
  process.disconnect()
}
