import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { openBankSandbox } from '@honbu/sandbox/gocardless/open.ts'
import type { Trouble } from '@honbu/sandbox/provider/listener.ts'
import Fastify from 'fastify'
import { afterAll } from 'vitest'
import { openCollections } from '../src/collections/index.ts'
import type { Database } from '../src/platform/database.ts'
import type { Jobs } from '../src/platform/jobs.ts'
import type { Message } from '../src/platform/mail.ts'
import type { Providers } from '../src/providers/index.ts'
import { testApp, testPayments } from './app.ts'
import { takesMail } from './carriers.ts'
import { plainConfig } from './plain-config.ts'

/** Tuesday, noon in London: before the cut-off of the banks. */
const noon = '2026-05-12T11:00:00Z'

/** In milliseconds: how late a provider that is slow answers, and how long it is waited for while it is. */
export const slow = { answersAfter: 300, patience: 100 }
/** As long as no test ends otherwise: a machine that is busy makes nobody slow. */
const longPatience = 60_000

/** What providers suffer from, and how long they are waited for. */
export function troubles(...providers: readonly Troubled[]) {
  let patience = longPatience
  return {
    patience: () => patience,
    set(trouble: Trouble) {
      for (const provider of providers) provider.setTrouble(trouble, null)
      patience = trouble === 'slow' ? slow.patience : longPatience
    },
  }
}

interface Troubled {
  setTrouble(trouble: Trouble, left: number | null): void
}

/**
 * The application and all that works beside it, on a bank that moves no money and whose days pass when they are told to.
 * Jobs run when `work` is called; webhooks go over HTTP when `hear` is.
 */
export async function openCollecting(database: Database) {
  const { db } = database
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-collecting-'))
  let clock = new Date(noon)
  const bank = await openBankSandbox({
    folder,
    clock: () => new Date(noon),
    sendsWebhooks: false,
    slowMs: slow.answersAfter,
  })
  const sandbox = (clubId: number) => {
    const accessToken = `sandbox_club_${clubId}`
    return { accessToken, webhookSecret: bank.webhookSecretOf(accessToken) }
  }
  const addresses = {
    gocardless: { url: bank.url, sandbox },
    stripe: { url: 'http://127.0.0.1:9' },
  }
  const trouble = troubles(bank)
  const payments = testPayments(db, addresses, trouble.patience)
  const now = () => clock
  const honbu = await testApp(database, now, payments)

  const mails: Message[] = []
  const queue = queueByHand()
  const config = plainConfig
  const mail = { send: takesMail(mails) }
  let fate: Fate = () => null
  const providers = mortal(payments.providers, () => fate())
  const parts = { db, config, now, mail, jobs: queue.jobs, providers }
  const collections = await openCollections(parts)
  const pages = Fastify()
  collections.register(pages)
  await pages.listen({ port: 0, host: '127.0.0.1' })
  // A TCP server's address is always an object.
  const { port } = pages.server.address() as AddressInfo
  bank.attach({ pages: 'http://bank.example', webhooks: `http://127.0.0.1:${port}/webhooks/gocardless` })
  afterAll(async () => {
    await collections.close()
    await pages.close()
    await bank.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs what the calls and the jobs have put into the queue, until nothing is left. */
  async function work() {
    for (const { name, data } of honbu.jobs.splice(0)) queue.add(name, data)
    await queue.run()
  }
  /** The webhooks that wait, and what follows from them. */
  async function hear() {
    const told = await bank.deliver()
    await queue.runScheduled('find-provider-events')
    await work()
    return told
  }
  return {
    ...honbu,
    db,
    bank,
    pages,
    mails,
    parts,
    payments,
    suffer: trouble.set,
    work,
    hear,
    /** On to a day, for the bank and for us, with all that it tells us. */
    async moveTo(date: string) {
      await bank.moveTo(date)
      clock = new Date(`${date}T11:00:00Z`)
      await hear()
    },
    today: () => bank.today(),
    /** Lets us die in the middle of asking the bank, before it has heard or after. */
    diesBy(given: Fate) {
      fate = given
    },
    /** What the minute brings to debits that have been paid. */
    async minute() {
      await queue.runScheduled('drop-paid-debits')
      await work()
    },
    /** What is due, is put on its way and handed over. */
    async collect() {
      await queue.runScheduled('collect-charges')
      await work()
    },
    /** What was to be cancelled and isn't, is asked for again. */
    async askAgain() {
      await queue.runScheduled('end-unused-mandates')
      await work()
    },
    /** Fills in the bank's form behind an address of ours, and comes back to us. */
    async giveMandate(openUrl: string) {
      const opened = await pages.inject(pathOf(openUrl))
      const flow = String(opened.headers.location).replace('http://bank.example/', '')
      const answer = await bank.page({ method: 'POST', path: flow, query: {}, form: payer })
      const back = 'to' in answer ? answer.to : ''
      return await pages.inject(pathOf(back))
    },
  }
}

type Fate = () => 'before' | 'after' | null

/** What is thrown where a process would be gone. */
export class Died extends Error {}

function mortal(providers: Providers, fate: Fate): Providers {
  return {
    ...providers,
    async goCardlessAt(accountId) {
      const at = await providers.goCardlessAt(accountId)
      return {
        ...at,
        async ask(work) {
          const when = fate()
          if (when === 'before') throw new Died()
          const answer = await at.ask(work)
          if (when === 'after') throw new Died()
          return answer
        },
      }
    },
  }
}

/** An address without its host. */
export const pathOf = (address: string) => address.replace(/^https?:\/\/[^/]+/, '')

/** What somebody types at the bank's pages. */
export const payer = {
  do: 'confirm',
  given_name: 'Ann',
  family_name: 'Reed',
  email: 'ann@mail.example',
  address_line1: '1 High Street',
  city: 'London',
  postal_code: 'N1 1AA',
  account_holder_name: 'Ann Reed',
  branch_code: '200000',
  account_number: '55779911',
}

/** The queue of jobs, worked off when it is told to. */
export function queueByHand() {
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const scheduled = new Map<string, () => Promise<void>>()
  const waiting: { name: string; data: object }[] = []
  const jobs: Jobs = {
    work: async (name, handler) => void handlers.set(name, data => handler(data as never)),
    schedule: async (name, _cron, handler) => void scheduled.set(name, handler),
    enqueue: async (_tx, name, data) => void waiting.push({ name, data }),
    stop: async () => {},
  }
  return {
    jobs,
    add: (name: string, data: object) => void waiting.push({ name, data }),
    async run() {
      for (let job = waiting.shift(); job; job = waiting.shift()) await handlers.get(job.name)?.(job.data)
    },
    runScheduled: async (name: string) => await scheduled.get(name)?.(),
  }
}
