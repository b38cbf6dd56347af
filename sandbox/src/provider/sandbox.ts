import path from 'node:path'
import type { Collection, Linked } from './collection.ts'
import type { PageAnswer, PageRequest } from './html.ts'
import type { Journal } from './journal.ts'
import type { ApiAnswer, ApiRequest, ListenerOptions, Trouble } from './listener.ts'
import { openHeld } from './one-holder.ts'
import { type Endpoint, type OutboxOptions, openOutbox } from './outbox.ts'
import { londonDate } from './working-days.ts'
import { accountSecret, openWorld, type World } from './world.ts'

export interface SandboxOptions {
  /** Where its state is kept. */
  readonly folder: string
  readonly clock?: () => Date
  /** False: webhooks go out only by `deliver`. */
  readonly sendsWebhooks?: boolean
  /** How late an answer is while the provider is slow. */
  readonly slowMs?: number
}

/** A provider that moves no money, on a loopback port. */
export interface Sandbox<Defaults> {
  /** What stands for the provider's own address: `http://127.0.0.1:PORT`. */
  readonly url: string
  /** With what an account's webhooks to the default address are signed: each has a secret of its own. */
  webhookSecretOf(key: string): string
  /** Says below which address the hosted pages are, and where webhooks of accounts without an endpoint go. */
  attach(addresses: Addresses): void
  /** A page at that address. */
  page(request: PageRequest): Promise<PageAnswer>
  /** The day on the sandbox's clock. */
  today(): string
  moveTo(date: string): Promise<void>
  /** Decides about everything about which nothing else is decided. */
  byDefault(changed: Partial<Defaults>): void
  /** The next requests meet this; `left` null: until it is set to none. */
  setTrouble(trouble: Trouble, left: number | null): void
  /** Whether webhooks come out of order, and twice. */
  setDisorder(disorder: { readonly shuffle: boolean; readonly repeat: boolean }): void
  /** The endpoint of the account that this key opens. */
  setEndpoint(key: string, endpoint: Endpoint | undefined): void
  /** Sends the webhooks that wait. */
  deliver(): Promise<{ delivered: number; failed: number }>
  close(): Promise<void>
}

interface Addresses {
  readonly pages: string
  readonly webhooks: string
}

/** What a key opens at the provider. */
export interface SandboxAccount<Event extends Linked> {
  readonly id: string
  readonly key: string
  settings: { readonly endpoint?: Endpoint | undefined }
  /** By the name of each collection. */
  readonly rows: { readonly events: Collection<Event> }
}

/** What the provider's API and pages work on. */
export interface Desk<Defaults, Account, Event> {
  readonly accounts: ReadonlyMap<string, Account>
  readonly world: World<Defaults>
  readonly journal: Journal
  readonly now: () => Date
  /** Below which the hosted pages are. */
  readonly pages: () => string
  /** Hands an event to the webhooks. */
  readonly announce: (account: string, event: Event) => void
  readonly deliver: Sandbox<Defaults>['deliver']
  /** How many events an account's endpoint has not accepted. */
  readonly waiting: (account: string) => number
  readonly endpointOf: (account: string) => Endpoint | undefined
  readonly setEndpointOf: (account: Account, endpoint: Endpoint | undefined) => void
  /** The account that a key opens, made when it is first used. */
  readonly accountOf: (key: string) => Account
}

/** What is a provider's own. */
export interface Provider<Defaults, Account, Event> {
  /** Of its file and its lock. */
  readonly name: string
  readonly byDefault: Defaults
  readonly secretPrefix: string
  readonly newAccount: (key: string, id?: string) => Account
  /** Takes what only this provider writes into its file. @returns whether it was such a thing */
  readonly read: (account: Account, what: string, id: string, value: unknown) => boolean
  readonly refusal: ListenerOptions['refusal']
  readonly webhooks: Pick<OutboxOptions<Event>, 'batch' | 'settles'> & {
    readonly newId: () => string
    readonly requestOf: (events: readonly Event[], endpoint: Endpoint, now: Date) => WebhookRequest
  }
  readonly serve: (desk: Desk<Defaults, Account, Event>, clock: () => Date) => Served<Account>
}

export interface WebhookRequest {
  readonly headers: Record<string, string>
  readonly body: string
}

/** How a provider answers. */
export interface Served<Account> {
  readonly answer: (request: ApiRequest) => ApiAnswer
  readonly page: (request: PageRequest) => Promise<PageAnswer>
  /** What a morning brings an account. */
  readonly morning: (account: Account, day: string) => void
}

/** Opens a provider's sandbox: its state in one process, its clock, its webhooks, and what it answers. */
export async function openSandbox<Defaults, Event extends Linked, Account extends SandboxAccount<Event>>(
  provider: Provider<Defaults, Account, Event>,
  options: SandboxOptions,
): Promise<Sandbox<Defaults>> {
  let addresses: Addresses = { pages: '', webhooks: '' }
  const held = await openHeld({
    folder: options.folder,
    name: provider.name,
    slowMs: options.slowMs ?? 5000,
    refusal: provider.refusal,
    open: () => openRoom(provider, options, () => addresses),
  })
  return {
    url: held.url,
    webhookSecretOf: key => provider.secretPrefix + accountSecret(held.secret, key),
    attach(given) {
      addresses = given
    },
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

/** Its state, and all that is done with it. */
async function openRoom<Defaults, Event extends Linked, Account extends SandboxAccount<Event>>(
  provider: Provider<Defaults, Account, Event>,
  options: SandboxOptions,
  addresses: () => Addresses,
) {
  const clock = options.clock ?? (() => new Date())
  const accounts = new Map<string, Account>()
  const byKey = new Map<string, Account>()
  const unsent = new Map<string, Map<string, Event>>()

  const world = await openWorld<Defaults>({
    file: path.join(options.folder, `${provider.name}.jsonl`),
    clock,
    byDefault: provider.byDefault,
    read,
    morning: day => {
      for (const account of accounts.values()) served.morning(account, day)
    },
  })

  /** What the file remembers was written by this module and by the provider's `save`. */
  function read(kind: string, id: string, value: unknown): void {
    if (kind === 'account') {
      // Files from before both providers had one shape say `token`.
      const given = value as { key?: string; token?: string; settings: Account['settings'] }
      const { key = given.token ?? '', settings } = given
      add(provider.newAccount(key, id)).settings = settings
      return
    }
    const [what = '', owner = ''] = kind.split('@')
    const account = accounts.get(owner)
    if (!account || provider.read(account, what, id, value)) return
    if (what === 'sent') {
      for (const event of value as string[]) unsent.get(owner)?.delete(event)
      return
    }
    // A file of another version may have collections that are not kept any more.
    const rows: unknown = Reflect.get(account.rows, what)
    if (!isCollection(rows)) return
    rows.put(value as Linked)
    if (what === 'events') keep(owner, value as Event)
  }

  function add(account: Account): Account {
    accounts.set(account.id, account)
    byKey.set(account.key, account)
    return account
  }

  function keep(account: string, event: Event): void {
    const events = unsent.get(account)
    if (events) events.set(event.id, event)
    else unsent.set(account, new Map([[event.id, event]]))
  }

  function endpointOf(id: string): Endpoint | undefined {
    const account = accounts.get(id)
    const { webhooks } = addresses()
    if (account?.settings.endpoint || !account || !webhooks) return account?.settings.endpoint
    return { url: webhooks, secret: provider.secretPrefix + accountSecret(world.settings().secret, account.key) }
  }

  const outbox = openOutbox<Event>({
    batch: provider.webhooks.batch,
    endpointOf,
    requestOf: (events, endpoint) => provider.webhooks.requestOf(events, endpoint, clock()),
    settles: provider.webhooks.settles,
    delivered: (account, events) =>
      world.journal.put(
        `sent@${account}`,
        provider.webhooks.newId(),
        events.map(({ id }) => id),
      ),
    disorder: world.settings,
    automatic: options.sendsWebhooks ?? true,
  })
  for (const [account, events] of unsent) for (const event of events.values()) outbox.add(account, event)
  unsent.clear()

  function setEndpointOf(account: Account, endpoint: Endpoint | undefined): void {
    account.settings = { ...account.settings, endpoint }
    world.journal.put('account', account.id, { key: account.key, settings: account.settings })
  }

  function accountOf(key: string): Account {
    const known = byKey.get(key)
    if (known) return known
    const account = add(provider.newAccount(key))
    setEndpointOf(account, undefined)
    return account
  }

  const deliver = async () => {
    world.catchUp()
    return outbox.deliver()
  }
  const served = provider.serve(
    {
      accounts,
      world,
      journal: world.journal,
      now: world.now,
      pages: () => addresses().pages,
      announce: outbox.add,
      deliver,
      waiting: outbox.waiting,
      endpointOf,
      setEndpointOf,
      accountOf,
    },
    clock,
  )

  // Days pass without anyone asking.
  const clockwork = setInterval(world.catchUp, 60_000)
  clockwork.unref()

  return {
    trouble: world.trouble,
    secret: world.settings().secret,
    async answer(request: ApiRequest): Promise<ApiAnswer> {
      const answered = served.answer(request)
      await world.journal.kept()
      return answered
    },
    async page(request: PageRequest): Promise<PageAnswer> {
      world.catchUp()
      const answered = await served.page(request)
      await world.journal.kept()
      return answered
    },
    today: () => londonDate(world.now()),
    async moveTo(date: string) {
      world.moveTo(date)
      await world.journal.kept()
    },
    byDefault: (changed: Partial<Defaults>) => world.set({ byDefault: { ...world.settings().byDefault, ...changed } }),
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

const isCollection = (rows: unknown): rows is Collection<Linked> =>
  typeof rows === 'object' && rows !== null && 'put' in rows
