import { createHmac, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { PageAnswer, PageRequest } from '../provider/html.ts'
import type { ApiAnswer, ApiRequest, Trouble } from '../provider/listener.ts'
import { openHeld } from '../provider/one-holder.ts'
import { type Endpoint, openOutbox } from '../provider/outbox.ts'
import { londonDate } from '../provider/working-days.ts'
import { accountSecret, openWorld, rateMeter } from '../provider/world.ts'
import { type Account, type AccountSettings, type Context, type Kind, newAccount, type Shared } from './account.ts'
import type { Bank, BankDefaults, BankSandbox } from './bank.ts'
import { bankPage } from './bank-page.ts'
import { liveThroughDay } from './days.ts'
import { badUsage, Refusal, refusalAnswer, troubleAnswer } from './refusal.ts'
import { route } from './routes.ts'
import { type GcEvent, newId } from './rows.ts'

export interface BankSandboxOptions {
  /** Where its state is kept. */
  readonly folder: string
  readonly clock?: () => Date
  /** False: webhooks go out only by `deliver`. */
  readonly sendsWebhooks?: boolean
  /** How late an answer is while the provider is slow. */
  readonly slowMs?: number
}

/** Speaks the GoCardless API, version 2015-07-06, on a loopback port, and moves no money. */
export async function openBankSandbox(options: BankSandboxOptions): Promise<BankSandbox> {
  const addresses: Addresses = { pages: '', webhooks: '' }
  const held = await openHeld({
    folder: options.folder,
    name: 'bank',
    slowMs: options.slowMs ?? 5000,
    refusal: troubleAnswer,
    open: () => openRoom(options, addresses),
  })
  return {
    url: held.url,
    webhookSecretOf: token => secretOf(held.secret, token),
    attach: given => void Object.assign(addresses, given),
    page: held.page,
    today: () => held.room().today(),
    moveTo: date => held.room().moveTo(date),
    byDefault: changed => held.room().byDefault(changed),
    setTrouble: (trouble, left) => held.room().setTrouble(trouble, left),
    setDisorder: disorder => held.room().setDisorder(disorder),
    setEndpoint: (token, endpoint) => held.room().setEndpoint(token, endpoint),
    deliver: () => held.room().deliver(),
    close: held.close,
  }
}

interface Addresses {
  pages: string
  webhooks: string
}

const secretOf = (secret: string, token: string) => `sandbox-gc-${accountSecret(secret, token)}`

/** Its state, and all that is done with it. */
async function openRoom(options: BankSandboxOptions, addresses: Addresses) {
  const clock = options.clock ?? (() => new Date())
  const accounts = new Map<string, Account>()
  const byToken = new Map<string, Account>()
  const unsent = new Map<string, Map<string, GcEvent>>()

  const world = await openWorld<BankDefaults>({
    file: path.join(options.folder, 'bank.jsonl'),
    clock,
    byDefault: { payment: 'paid', mandate: 'active' },
    read,
    morning: day => {
      for (const account of accounts.values()) liveThroughDay(contextOf(account), day)
    },
  })

  /** What the file remembers was written by this module and by `save`. */
  function read(kind: string, id: string, value: unknown): void {
    if (kind === 'account') {
      const { token, settings } = value as { token: string; settings: AccountSettings }
      const account = newAccount(id, token)
      account.settings = settings
      accounts.set(id, account)
      byToken.set(token, account)
      return
    }
    const [what, owner = ''] = kind.split('@')
    const account = accounts.get(owner)
    if (!account) return
    if (what === 'made') {
      const { key, id: made } = value as { key: string; id: string }
      account.made.set(key, made)
    } else if (what === 'sent') {
      for (const event of value as string[]) unsent.get(owner)?.delete(event)
    } else {
      const rows = account.rows[what as Kind] as { put(row: unknown): void }
      rows.put(value)
      if (what === 'events') keep(owner, value as GcEvent)
    }
  }

  function keep(account: string, event: GcEvent): void {
    const events = unsent.get(account)
    if (events) events.set(event.id, event)
    else unsent.set(account, new Map([[event.id, event]]))
  }

  function endpointOf(id: string): Endpoint | undefined {
    const account = accounts.get(id)
    if (account?.settings.endpoint || !account || !addresses.webhooks) return account?.settings.endpoint
    return { url: addresses.webhooks, secret: secretOf(world.settings().secret, account.token) }
  }

  const outbox = openOutbox<GcEvent>({
    batch: 250,
    endpointOf,
    requestOf: webhookRequest,
    // 498 says that the signature is wrong, which another attempt does not mend.
    settles: status => (status >= 200 && status < 300) || status === 498,
    delivered: (account, events) =>
      world.journal.put(
        `sent@${account}`,
        newId('WB'),
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
    byDefault: () => world.settings().byDefault,
    announce: outbox.add,
  }
  const contextOf = (account: Account): Context => ({ ...shared, account })

  function setEndpointOf(account: Account, endpoint: Endpoint | undefined): void {
    account.settings = { ...account.settings, endpoint }
    world.journal.put('account', account.id, { token: account.token, settings: account.settings })
  }

  function accountOf(token: string): Account {
    const known = byToken.get(token)
    if (known) return known
    const account = newAccount(newId('OR'), token)
    accounts.set(account.id, account)
    byToken.set(token, account)
    setEndpointOf(account, undefined)
    return account
  }

  // Days pass without anyone asking.
  const clockwork = setInterval(world.catchUp, 60_000)
  clockwork.unref()

  const count = rateMeter(() => clock().getTime())
  async function answer(request: ApiRequest): Promise<ApiAnswer> {
    let answered: ApiAnswer
    try {
      answered = withRate(signedIn(request), request)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answered = refusalAnswer(error)
    }
    await world.journal.kept()
    return { ...answered, headers: { 'x-request-id': randomUUID(), ...answered.headers } }
  }

  function signedIn({ headers }: ApiRequest): Account {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!/^sandbox_./.test(token))
      throw badUsage(401, 'access_token_not_found', 'The access token you’ve used is not a valid API access token')
    const version = headers['gocardless-version']
    if (!version) throw badUsage(400, 'missing_version_header', 'No GoCardless-Version header was given')
    if (version !== '2015-07-06') throw badUsage(400, 'version_not_found', 'This API version does not exist')
    return accountOf(token)
  }

  function withRate(account: Account, request: ApiRequest): ApiAnswer {
    const limit = world.settings().rateLimit
    const used = count(account.id)
    if (limit !== null && used > limit) return troubleAnswer(429)
    world.catchUp()
    const answered = route(contextOf(account), request)
    const left = limit === null ? 999 : limit - used
    const rate = { 'ratelimit-limit': String(limit ?? 1000), 'ratelimit-remaining': String(left) }
    const reset = new Date(clock().getTime() + 60_000).toUTCString()
    return { ...answered, headers: { ...rate, 'ratelimit-reset': reset, ...answered.headers } }
  }

  const deliver = async () => {
    world.catchUp()
    return outbox.deliver()
  }
  const bank: Bank = {
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
      const answered = await bankPage(bank, request)
      await world.journal.kept()
      return answered
    },
    today: () => londonDate(world.now()),
    async moveTo(date: string) {
      world.moveTo(date)
      await world.journal.kept()
    },
    byDefault: (changed: Partial<BankDefaults>) =>
      world.set({ byDefault: { ...world.settings().byDefault, ...changed } }),
    setTrouble: (trouble: Trouble, left: number | null) => world.set({ fault: { trouble, left } }),
    setDisorder: ({ shuffle, repeat }: { shuffle: boolean; repeat: boolean }) => world.set({ shuffle, repeat }),
    setEndpoint: (token: string, endpoint: Endpoint | undefined) => setEndpointOf(accountOf(token), endpoint),
    deliver,
    async close() {
      clearInterval(clockwork)
      outbox.close()
      await world.journal.close()
    },
  }
}

/** https://developer.gocardless.com/api-reference/#webhooks-overview */
function webhookRequest(events: readonly GcEvent[], { secret }: Endpoint) {
  const shownEvents = events.map(({ own: _own, ...event }) => event)
  const body = JSON.stringify({ events: shownEvents, meta: { webhook_id: newId('WB') } })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'gocardless-webhook-service/1.1',
    origin: 'https://api-sandbox.gocardless.com',
    'webhook-signature': signature,
  }
  return { headers, body }
}
