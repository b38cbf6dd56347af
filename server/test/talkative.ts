import path from 'node:path'
import { inspect } from 'node:util'
import { openBankSandbox } from '@honbu/sandbox/gocardless/open.ts'
import { openCardSandbox } from '@honbu/sandbox/stripe/open.ts'
import type pg from 'pg'
import { buildApp } from '../src/app.ts'
import { openCollections } from '../src/collections/index.ts'
import { openPaying } from '../src/paying/index.ts'
import { countAttempts } from '../src/platform/attempts.ts'
import { authenticator } from '../src/platform/authenticate.ts'
import { connectTo } from '../src/platform/database.ts'
import { privateFiles } from '../src/platform/private-files.ts'
import { openRights } from '../src/platform/rights.ts'
import { serveSandboxProvider } from '../src/platform/sandbox-pages.ts'
import { secretBox } from '../src/platform/secret-box.ts'
import { openProviders } from '../src/providers/index.ts'
import { plainConfig } from './plain-config.ts'
import { queueInMemory } from './queue-in-memory.ts'

export interface Stage {
  readonly connection: pg.ClientConfig
  readonly folder: string
  readonly now: string
}

/** What it is asked to do; it answers with the messages that were sent meanwhile. */
export type Ask =
  | { readonly stage: Stage }
  /** Jobs by name, and all that wait; while the provider answers like this. */
  | { readonly work: readonly string[]; readonly trouble: 'none' | '500' | 'down' | 'lost' }

export interface Told {
  readonly url: string
  readonly texts: readonly string[]
}

/**
 * The product with the sandboxes of both providers in a process of its own, that writes all it can into its log, and the
 * whole of each error of a job: more than any installation does.
 */
const texts: string[] = []
let work: ((names: readonly string[], trouble: 'none' | '500' | 'down' | 'lost') => Promise<void>) | undefined
let url = ''
process.on('message', async (ask: Ask) => {
  if ('stage' in ask) await open(ask.stage)
  else await work?.(ask.work, ask.trouble)
  process.send?.({ url, texts: texts.splice(0) } satisfies Told)
})
// Whatever becomes of the test, this does not stay.
process.once('disconnect', () => process.exit())

async function open({ connection, folder, now: at }: Stage) {
  const { db, pool } = connectTo(connection)
  const now = () => new Date(at)
  const sandboxOptions = { clock: now, sendsWebhooks: false }
  const bank = await openBankSandbox({ folder: path.join(folder, 'bank'), ...sandboxOptions })
  const cards = await openCardSandbox({ folder: path.join(folder, 'cards'), ...sandboxOptions })
  const addresses = { gocardless: { url: bank.url }, stripe: { url: cards.url } }
  const box = secretBox(Buffer.alloc(32, 7))
  const providers = openProviders({ db, box, addresses })
  const queue = queueInMemory()
  const sent = (text: string) => {
    texts.push(text)
    return { messageId: 'x', said: '250 Ok', providerId: 'SM1', segments: 1 }
  }
  const mail = { send: async ({ text }: { text: string }) => sent(text) }
  const sms = { send: async ({ text }: { text: string }) => sent(text) }
  const config = plainConfig
  const beside = { db, config, now, mail, sms, jobs: queue.jobs, providers }
  const paying = await openPaying(beside)
  const collections = await openCollections({ ...beside, workCardEvents: paying.workCardEvents })
  const rights = await openRights(db, pool, now)
  const verifyToken = async (sub: string) => ({ sub, issuedAt: 4_000_000_000, expiresAt: 5_000_000_000 })
  const app = await buildApp({
    config: {
      ...config,
      oidc: { authority: undefined, clientId: 'Honbu.Web', audience: undefined, scope: undefined, twoFactor: ['mfa'] },
      logLevel: 'trace',
      trustProxy: false,
    },
    platform: {
      db,
      authenticate: authenticator(verifyToken, rights, now),
      now,
      mail: { post: async () => {} },
      jobs: queue.jobs,
      privateFiles: privateFiles(secretBox(Buffer.alloc(32, 7))),
      files: { put: async () => {}, get: async () => null, delete: async () => {} },
    },
    payments: { addresses, box, providers },
    attempts: countAttempts(db, box, now),
    pages: [
      collections.register,
      paying.register,
      serveSandboxProvider('bank', bank),
      serveSandboxProvider('cards', cards),
    ],
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  bank.attach({ pages: `${url}/sandbox/bank`, webhooks: `${url}/webhooks/gocardless` })
  cards.attach({ pages: `${url}/sandbox/cards`, webhooks: `${url}/webhooks/stripe` })

  work = async (names, trouble) => {
    bank.setTrouble(trouble, null)
    cards.setTrouble(trouble, null)
    for (const name of names) await loudly(() => queue.runScheduled(name))
    await loudly(queue.run)
    bank.setTrouble('none', null)
    cards.setTrouble('none', null)
    await Promise.all([bank.deliver(), cards.deliver()])
  }
}

async function loudly(job: () => Promise<unknown>) {
  try {
    await job()
  } catch (error) {
    console.error(inspect(error, { depth: 20, showHidden: true, maxStringLength: null }), JSON.stringify(error))
  }
}
