import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { openBankSandbox } from '@honbu/sandbox/gocardless/open.ts'
import { openCardSandbox } from '@honbu/sandbox/stripe/open.ts'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { afterAll, vi } from 'vitest'
import { openCollections } from '../src/collections/index.ts'
import { openPaying } from '../src/paying/index.ts'
import type { Database } from '../src/platform/database.ts'
import type { Message } from '../src/platform/mail.ts'
import type { TextMessage } from '../src/platform/sms.ts'
import type { At, Providers } from '../src/providers/index.ts'
import { openRefunds } from '../src/refunds/index.ts'
import { testApp, testPayments } from './app.ts'
import { takesMail, takesTexts } from './carriers.ts'
import { pathOf, payer, queueByHand, slow, troubles } from './collecting.ts'
import { plainConfig } from './plain-config.ts'

/** Tuesday, noon in London: before the cut-off of the banks. */
const noon = '2026-05-12T11:00:00Z'

/**
 * The application with all that takes money, on a bank and a card provider that move none. Jobs run when `work` is called,
 * webhooks go over HTTP when `hear` is.
 */
export async function openTills(database: Database) {
  const { db } = database
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-paying-'))
  let clock = new Date(noon)
  const still = { clock: () => clock, sendsWebhooks: false, slowMs: slow.answersAfter }
  const bank = await openBankSandbox({ ...still, folder: path.join(folder, 'bank') })
  const cards = await openCardSandbox({ ...still, folder: path.join(folder, 'cards') })
  const accountAt = (of: { webhookSecretOf: (token: string) => string }, prefix: string) => (clubId: number) => ({
    accessToken: `${prefix}${clubId}`,
    webhookSecret: of.webhookSecretOf(`${prefix}${clubId}`),
  })
  const addresses = {
    gocardless: { url: bank.url, sandbox: accountAt(bank, 'sandbox_club_') },
    stripe: { url: cards.url, sandbox: accountAt(cards, 'sk_test_club_') },
  }
  // Stripe’s client pauses half a second before it asks again, from which no test learns anything.
  const pause = vi.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0)
  afterAll(() => pause.mockRestore())
  const trouble = troubles(bank, cards)
  const payments = testPayments(db, addresses, trouble.patience)
  const now = () => clock
  const honbu = await testApp(database, now, payments)

  const mails: Message[] = []
  const texts: TextMessage[] = []
  const queue = queueByHand()
  let deaths: (asked: number) => Fate | Promise<Fate> = () => null
  let asked = 0
  const fate = () => {
    asked += 1
    return deaths(asked)
  }
  const parts = {
    ...{ db, now, jobs: queue.jobs, providers: mortal(payments.providers, fate) },
    config: plainConfig,
    mail: { send: takesMail(mails) },
    sms: { send: takesTexts(texts) },
  }
  const paying = await openPaying(parts)
  await openRefunds(parts)
  const { workCardEvents, chargeCardsAt } = paying
  const collections = await openCollections({ ...parts, workCardEvents, chargeCardsAt })
  const pages = Fastify()
  collections.register(pages)
  paying.register(pages)
  await pages.listen({ port: 0, host: '127.0.0.1' })
  // A TCP server's address is always an object.
  const { port } = pages.server.address() as AddressInfo
  bank.attach({ pages: 'http://bank.example', webhooks: `http://127.0.0.1:${port}/webhooks/gocardless` })
  cards.attach({ pages: 'http://cards.example', webhooks: `http://127.0.0.1:${port}/webhooks/stripe` })
  afterAll(async () => {
    await collections.close()
    await pages.close()
    await bank.close()
    await cards.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function work() {
    for (const { name, data } of honbu.jobs.splice(0)) queue.add(name, data)
    await queue.run()
  }
  const get = (address: string) => pages.inject(pathOf(address))
  return {
    ...honbu,
    ...{ db, bank, cards, mails, texts, parts, payments, work, get },
    /** All providers, until it is 'none' again. */
    suffer: trouble.set,
    runScheduled: queue.runScheduled,
    later(minutes: number) {
      clock = new Date(clock.getTime() + minutes * 60_000)
    },
    /** Lets us die at the nth time that a provider is asked, before it has heard or after; or something happen before it. */
    diesBy(given: typeof deaths) {
      deaths = given
      asked = 0
    },
    /** The webhooks that wait, and what follows from them. */
    async hear() {
      await bank.deliver()
      await cards.deliver()
      await queue.runScheduled('find-provider-events')
      await queue.runScheduled('find-card-events')
      await work()
    },
    /** Where a page of ours leads on to. */
    leadsTo: async (address: string) => String((await get(address)).headers.location ?? ''),
    /** Pays on the card provider's page, and comes back to us (or does not). */
    async payByCard(page: string, number = '4242424242424242') {
      const form = { do: 'pay', email: 'ann@mail.example', name: 'Ann Reed', number, expiry: '12/40', cvc: '123' }
      const answer = await cards.page({ method: 'POST', path: pagePath(page), query: {}, form })
      return 'to' in answer ? answer.to : ''
    },
    async payByBank(page: string) {
      const answer = await bank.page({ method: 'POST', path: pagePath(page), query: {}, form: payer })
      return 'to' in answer ? answer.to : ''
    },
  }
}

const pagePath = (address: string) => address.replace(/^https?:\/\/[^/]+\//, '')

/** What is thrown where a process would be gone. */
export class Died extends Error {}

type Fate = 'before' | 'after' | null

function mortal(providers: Providers, fate: () => Fate | Promise<Fate>): Providers {
  const one = <Client>(at: At<Client>): At<Client> => ({
    ...at,
    async ask(work) {
      const when = await fate()
      if (when === 'before') throw new Died()
      const answer = await at.ask(work)
      if (when === 'after') throw new Died()
      return answer
    },
  })
  return {
    ...providers,
    goCardlessFor: async clubId => one(await providers.goCardlessFor(clubId)),
    goCardlessAt: async accountId => one(await providers.goCardlessAt(accountId)),
    stripeFor: async clubId => one(await providers.stripeFor(clubId)),
    stripeAt: async accountId => one(await providers.stripeAt(accountId)),
  }
}
