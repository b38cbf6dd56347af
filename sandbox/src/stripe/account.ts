import { type Collection, collection } from '../provider/collection.ts'
import type { Journal } from '../provider/journal.ts'
import type { Endpoint } from '../provider/outbox.ts'
import type { ChargeOutcome } from './cards.ts'
import { noSuch, noSuchGiven } from './refusal.ts'
import {
  type BalanceTransaction,
  type Charge,
  type Customer,
  type Dispute,
  newId,
  type PaymentIntent,
  type PaymentMethod,
  type Payout,
  type Refund,
  type Row,
  type Session,
  type SetupIntent,
  type StripeEvent,
} from './rows.ts'

interface Rows {
  readonly customers: Collection<Customer>
  readonly payment_methods: Collection<PaymentMethod>
  readonly setup_intents: Collection<SetupIntent>
  readonly payment_intents: Collection<PaymentIntent>
  readonly charges: Collection<Charge>
  readonly sessions: Collection<Session>
  readonly refunds: Collection<Refund>
  readonly disputes: Collection<Dispute>
  readonly balance_transactions: Collection<BalanceTransaction>
  readonly payouts: Collection<Payout>
  readonly events: Collection<StripeEvent>
}
export type Kind = keyof Rows
export type RowOf<K extends Kind> = Rows[K] extends Collection<infer R extends Row> ? R : never

/** What was answered to a request with an idempotency key. */
export interface Kept {
  readonly request: string
  readonly status: number
  readonly body: unknown
}

export interface Account {
  readonly id: string
  readonly key: string
  readonly rows: Rows
  settings: { readonly endpoint?: Endpoint | undefined }
  readonly kept: Map<string, Kept>
}

export interface Shared {
  readonly journal: Journal
  readonly now: () => Date
  /** Below which the hosted pages are. */
  readonly pages: () => string
  readonly byDefault: () => ChargeOutcome
  readonly announce: (account: string, event: StripeEvent) => void
}

export interface Context extends Shared {
  readonly account: Account
  /** The request that this is part of; null on the pages and as days pass. */
  readonly request: { readonly id: string | null; readonly key: string | null }
}

/** Each object is found by the customer, intent, charge or payout that it names. */
function linksOf(row: Row): (string | null)[] {
  const names = ['customer', 'payment_intent', 'setup_intent', 'charge', 'source', 'payment_method']
  const named: unknown[] = names.map(name => Reflect.get(row, name))
  named.push(Reflect.get(row.own, 'payout'))
  return named.filter(value => typeof value === 'string')
}

export function newAccount(id: string, key: string): Account {
  const rows: Rows = {
    customers: collection<Customer>(linksOf),
    payment_methods: collection<PaymentMethod>(linksOf),
    setup_intents: collection<SetupIntent>(linksOf),
    payment_intents: collection<PaymentIntent>(linksOf),
    charges: collection<Charge>(linksOf),
    sessions: collection<Session>(linksOf),
    refunds: collection<Refund>(linksOf),
    disputes: collection<Dispute>(linksOf),
    balance_transactions: collection<BalanceTransaction>(linksOf),
    payouts: collection<Payout>(linksOf),
    events: collection<StripeEvent>(() => []),
  }
  return { id, key, rows, settings: {}, kept: new Map() }
}

/** The collection of a kind; an index into a union of collections loses which it is. */
export const rowsOf = <K extends Kind>(account: Account, kind: K) =>
  account.rows[kind] as unknown as Collection<RowOf<K>>

export function save<K extends Kind>(context: Context, kind: K, row: RowOf<K>): RowOf<K> {
  rowsOf(context.account, kind).put(row)
  context.journal.put(`${kind}@${context.account.id}`, row.id, row)
  return row
}

const words: Readonly<Record<Kind, string>> = {
  customers: 'customer',
  payment_methods: 'PaymentMethod',
  setup_intents: 'setupintent',
  payment_intents: 'payment_intent',
  charges: 'charge',
  sessions: 'checkout.session',
  refunds: 'refund',
  disputes: 'dispute',
  balance_transactions: 'balance transaction',
  payouts: 'payout',
  events: 'event',
}

/** @throws Refusal 404 */
export function find<K extends Kind>(context: Context, kind: K, id: string): RowOf<K> {
  const row = rowsOf(context.account, kind).get(id)
  if (!row) throw noSuch(words[kind], id)
  return row
}

/** The row that a field names. @throws Refusal 400 */
export function given<K extends Kind>(context: Context, kind: K, id: string, param: string): RowOf<K> {
  const row = rowsOf(context.account, kind).get(id)
  if (!row) throw noSuchGiven(words[kind], id, param)
  return row
}

export const apiVersion = '2026-10-28.endive'

/** Writes down that something has happened to an object, and has it sent. */
export function record(context: Context, type: string, row: Row): void {
  const event = save(context, 'events', {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(context.now()),
    data: { object: shown(row) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: context.request.id, idempotency_key: context.request.key },
    type,
    own: {},
  })
  context.announce(context.account.id, event)
}

/** The row as the API shows it. */
export function shown(row: Row): object {
  const { own: _own, ...rest } = row
  return rest
}

export const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)
