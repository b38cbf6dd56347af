import { createHash, createHmac } from 'node:crypto'
import path from 'node:path'
import type { PageAnswer, PageRequest } from '../provider/html.ts'
import type { ApiAnswer, ApiRequest, Trouble } from '../provider/listener.ts'
import { openHeld } from '../provider/one-holder.ts'
import { type Endpoint, openOutbox } from '../provider/outbox.ts'
import { isWorkingDay, londonDate } from '../provider/working-days.ts'
import { accountSecret, openWorld, rateMeter } from '../provider/world.ts'
import {
  type Account,
  apiVersion,
  type Context,
  type Kept,
  type Kind,
  newAccount,
  type Shared,
  seconds,
  shown,
} from './account.ts'
import { payOut } from './balance.ts'
import { cardsPage } from './cards-page.ts'
import { expireSession } from './checkout.ts'
import { otherParameters, Refusal, refusalAnswer, requestId, troubleAnswer, wrongKey } from './refusal.ts'
import { route } from './routes.ts'
import { newId, type StripeEvent } from './rows.ts'
import type { CardDefaults, CardSandbox, Cards } from './sandbox.ts'

export interface CardSandboxOptions {
  /** Where its state is kept. */
  readonly folder: string
  readonly clock?: () => Date
  /** False: webhooks go out only by `deliver`. */
  readonly sendsWebhooks?: boolean
  /** How late an answer is while the provider is slow. */
  readonly slowMs?: number
}

/** Speaks the Stripe API, as far as the product uses it, on a loopback port, and moves no money. */
export async function openCardSandbox(options: CardSandboxOptions): Promise<CardSandbox> {
  const addresses: Addresses = { pages: '', webhooks: '' }
  const held = await openHeld({
    folder: options.folder,
    name: 'cards',
    slowMs: options.slowMs ?? 5000,
    refusal: troubleAnswer,
    open: () => openRoom(options, addresses),
  })
  return {
    url: held.url,
    webhookSecretOf: key => secretOf(held.secret, key),
    attach: given => void Object.assign(addresses, given),
    page: held.page,
    today: () => held.room().today(),
    moveTo: date => held.room().moveTo(date),
    byDefault: changed => held.room().byDefault(changed),
    setTrouble: (trouble, left) => held.room().setTrouble(trouble, left),
    setDisorder: disorder => held.room().setDisorder(disorder),
    setEndpoint: (key, endpoint) => held.room().setEndpoint(key, endpoint),
    deliver: () => held.room().deliver(),
    close: held.close,
  }
}

interface Addresses {
  pages: string
  webhooks: string
}

const secretOf = (secret: string, key: string) => `whsec_${accountSecret(secret, key)}`

/** Its state, and all that is done with it. */
async function openRoom(options: CardSandboxOptions, addresses: Addresses) {
  const clock = options.clock ?? (() => new Date())
  const accounts = new Map<string, Account>()
  const byKey = new Map<string, Account>()
  const unsent = new Map<string, Map<string, StripeEvent>>()

  const world = await openWorld<CardDefaults>({
    file: path.join(options.folder, 'cards.jsonl'),
    clock,
    byDefault: { charge: 'succeeds' },
    read,
    morning: day => {
      for (const account of accounts.values()) liveThroughDay(contextOf(account), day)
    },
  })

  /** What the file remembers was written by this module and by `save`. */
  function read(kind: string, id: string, value: unknown): void {
    if (kind === 'account') {
      const { key, settings } = value as { key: string; settings: Account['settings'] }
      const account = newAccount(id, key)
      account.settings = settings
      accounts.set(id, account)
      byKey.set(key, account)
      return
    }
    const [what, owner = ''] = kind.split('@')
    const account = accounts.get(owner)
    if (!account) return
    if (what === 'kept') account.kept.set(id, value as Kept)
    else if (what === 'sent') for (const event of value as string[]) unsent.get(owner)?.delete(event)
    else {
      const rows = account.rows[what as Kind] as { put(row: unknown): void }
      rows.put(value)
      if (what === 'events') keep(owner, value as StripeEvent)
    }
  }

  function keep(account: string, event: StripeEvent): void {
    const events = unsent.get(account)
    if (events) events.set(event.id, event)
    else unsent.set(account, new Map([[event.id, event]]))
  }

  function endpointOf(id: string): Endpoint | undefined {
    const account = accounts.get(id)
    if (account?.settings.endpoint || !account || !addresses.webhooks) return account?.settings.endpoint
    return { url: addresses.webhooks, secret: secretOf(world.settings().secret, account.key) }
  }

  const outbox = openOutbox<StripeEvent>({
    batch: 1,
    endpointOf,
    requestOf: (events, endpoint) => webhookRequest(events, endpoint, clock()),
    settles: status => status >= 200 && status < 300,
    delivered: (account, events) =>
      world.journal.put(
        `sent@${account}`,
        newId('wh'),
        events.map(({ id }) => id),
      ),
    disorder: world.settings,
    automatic: options.sendsWebhooks ?? true,
  })
  for (const [account, events] of unsent) for (const event of events.values()) outbox.add(account, event)
  unsent.clear()

  const shared: Shared = {
    journal: world.journal,
    now: world.now,
    pages: () => addresses.pages,
    byDefault: () => world.settings().byDefault.charge,
    announce: outbox.add,
  }
  const contextOf = (account: Account, request: Context['request'] = { id: null, key: null }): Context => ({
    ...shared,
    account,
    request,
  })

  function setEndpointOf(account: Account, endpoint: Endpoint | undefined): void {
    account.settings = { endpoint }
    world.journal.put('account', account.id, { key: account.key, settings: account.settings })
  }

  function accountOf(key: string): Account {
    const known = byKey.get(key)
    if (known) return known
    const account = newAccount(newId('acct', 16), key)
    accounts.set(account.id, account)
    byKey.set(key, account)
    setEndpointOf(account, undefined)
    return account
  }

  // Days pass without anyone asking.
  const clockwork = setInterval(world.catchUp, 60_000)
  clockwork.unref()

  const count = rateMeter(() => clock().getTime())

  async function answer(request: ApiRequest): Promise<ApiAnswer> {
    const id = requestId()
    let answered: ApiAnswer
    try {
      const account = signedIn(request)
      const limit = world.settings().rateLimit
      world.catchUp()
      answered = limit !== null && count(account.id) > limit ? troubleAnswer(429) : once(account, request, id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answered = refusalAnswer(error)
    }
    await world.journal.kept()
    return { ...answered, headers: { 'request-id': id, 'stripe-version': apiVersion, ...answered.headers } }
  }

  function signedIn({ headers }: ApiRequest): Account {
    const given = headers.authorization ?? ''
    const basic = /^Basic (.+)$/.exec(given)?.[1]
    const key = basic
      ? (Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '')
      : (/^Bearer (.+)$/.exec(given)?.[1] ?? '')
    if (!/^sk_test_./.test(key)) throw wrongKey(key)
    return accountOf(key)
  }

  /**
   * A request with a key is done once; the same one again gets the same answer, a decline too. What did not get as far as
   * being done is not kept (https://docs.stripe.com/api/idempotent_requests).
   */
  function once(account: Account, request: ApiRequest, id: string): ApiAnswer {
    const given = request.headers['idempotency-key']
    const key = request.method === 'POST' && given ? String(given) : null
    const context = contextOf(account, { id, key })
    if (!key) return { status: 200, body: route(context, request) }
    const said = `${request.path} ${createHash('sha256').update(request.body).digest('hex')}`
    const kept = account.kept.get(key)
    if (kept && kept.request !== said) throw otherParameters()
    if (kept) return { status: kept.status, headers: { 'idempotent-replayed': 'true' }, body: kept.body }
    const done = decided(() => ({ status: 200, body: route(context, request) }))
    const entry = { request: said, status: done.status, body: done.body }
    account.kept.set(key, entry)
    world.journal.put(`kept@${account.id}`, key, entry)
    return done
  }

  function liveThroughDay(context: Context, day: string): void {
    const now = seconds(context.now())
    for (const session of context.account.rows.sessions.all())
      if (session.status === 'open' && session.expires_at <= now) expireSession(context, session)
    if (isWorkingDay(day)) payOut(context, day)
  }

  const deliver = async () => {
    world.catchUp()
    return outbox.deliver()
  }
  const cards: Cards = {
    ...shared,
    accounts,
    world,
    deliver,
    waiting: outbox.waiting,
    endpointOf,
    contextOf,
    setEndpointOf,
  }
  return {
    answer,
    trouble: world.trouble,
    secret: world.settings().secret,
    async page(request: PageRequest): Promise<PageAnswer> {
      world.catchUp()
      const answered = await cardsPage(cards, request)
      await world.journal.kept()
      return answered
    },
    today: () => londonDate(world.now()),
    async moveTo(date: string) {
      world.moveTo(date)
      await world.journal.kept()
    },
    byDefault: (changed: CardDefaults) => world.set({ byDefault: changed }),
    setTrouble: (trouble: Trouble, left: number | null) => world.set({ fault: { trouble, left } }),
    setDisorder: ({ shuffle, repeat }: { shuffle: boolean; repeat: boolean }) => world.set({ shuffle, repeat }),
    setEndpoint: (key: string, endpoint: Endpoint | undefined) => setEndpointOf(accountOf(key), endpoint),
    deliver,
    async close() {
      clearInterval(clockwork)
      outbox.close()
      await world.journal.close()
    },
  }
}

/** A declined card is an answer like another; what was wrong with the request is not. */
function decided(work: () => ApiAnswer): ApiAnswer {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal && error.status === 402) return refusalAnswer(error)
    throw error
  }
}

/** https://docs.stripe.com/webhooks#verify-manually */
function webhookRequest(events: readonly StripeEvent[], { secret }: Endpoint, now: Date) {
  const body = JSON.stringify(events.map(shown)[0], null, 2)
  const time = seconds(now)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': `t=${time},v1=${signature}`,
  }
  return { headers, body }
}
