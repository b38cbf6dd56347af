import { type Collection, collection } from '../provider/collection.ts'
import type { Journal } from '../provider/journal.ts'
import type { Endpoint } from '../provider/outbox.ts'
import { instructionDay } from '../provider/working-days.ts'
import type { EventDetails } from './event-details.ts'
import type { MandateOutcome, PaymentOutcome } from './outcomes.ts'
import {
  type BankAccount,
  type BillingRequest,
  type Creditor,
  type Customer,
  type Flow,
  type GcEvent,
  type Mandate,
  type Metadata,
  newId,
  type Payment,
  type Payout,
  type Refund,
  type Row,
  type Subscription,
} from './rows.ts'

/** Every collection of an account, by the name that the API gives it. */
interface Rows {
  readonly customers: Collection<Customer>
  readonly customer_bank_accounts: Collection<BankAccount>
  readonly mandates: Collection<Mandate>
  readonly payments: Collection<Payment>
  readonly subscriptions: Collection<Subscription>
  readonly refunds: Collection<Refund>
  readonly payouts: Collection<Payout>
  readonly billing_requests: Collection<BillingRequest>
  readonly billing_request_flows: Collection<Flow>
  readonly creditors: Collection<Creditor>
  readonly events: Collection<GcEvent>
}
export type Kind = keyof Rows
/** The row that a collection is of. */
export type RowOf<K extends Kind> = Rows[K] extends Collection<infer R extends Row> ? R : never

/** One creditor, as one access token sees it. */
export interface Account {
  readonly id: string
  /** An access token. */
  readonly key: string
  readonly rows: Rows
  settings: { readonly endpoint?: Endpoint | undefined }
  /** By resource and idempotency key, what was made. */
  readonly made: Map<string, string>
}

/** What all accounts share. */
export interface Shared {
  readonly journal: Journal
  readonly now: () => Date
  /** Below which the hosted pages are. */
  readonly pages: () => string
  readonly byDefault: () => { readonly payment: PaymentOutcome; readonly mandate: MandateOutcome }
  /** Hands an event to the webhooks. */
  readonly announce: (account: string, event: GcEvent) => void
}

export type Context = Shared & { readonly account: Account }

/** Every id in a row's links, so that a row is found by what it belongs to. */
function linksOf(row: { readonly links?: object; readonly own?: object }): string[] {
  const customer = row.own && 'customer' in row.own ? row.own.customer : undefined
  return [...Object.values(row.links ?? {}), customer].filter(id => typeof id === 'string')
}

export function newAccount(id: string, key: string): Account {
  const rows: Rows = {
    customers: collection<Customer>(linksOf),
    customer_bank_accounts: collection<BankAccount>(linksOf),
    mandates: collection<Mandate>(linksOf),
    payments: collection<Payment>(linksOf),
    subscriptions: collection<Subscription>(linksOf),
    refunds: collection<Refund>(linksOf),
    payouts: collection<Payout>(linksOf),
    billing_requests: collection<BillingRequest>(linksOf),
    billing_request_flows: collection<Flow>(linksOf),
    creditors: collection<Creditor>(linksOf),
    events: collection<GcEvent>(linksOf),
  }
  return { id, key, rows, settings: {}, made: new Map() }
}

/** Puts a row into its collection and into the file. */
export function save<K extends Kind>(context: Context, kind: K, row: RowOf<K>): RowOf<K> {
  // The collection of this kind takes rows of this kind; an index into a union of collections loses it.
  const rows = context.account.rows[kind] as unknown as Collection<RowOf<K>>
  rows.put(row)
  context.journal.put(`${kind}@${context.account.id}`, row.id, row)
  return row
}

/** The creditor of the account, which is there from its first request on. */
export function creditorOf(context: Context): Creditor {
  const creditor = context.account.rows.creditors.all()[0]
  return (
    creditor ??
    save(context, 'creditors', {
      id: newId('CR'),
      created_at: context.now().toISOString(),
      name: 'Sandbox club',
      creditor_type: 'company',
      address_line1: '1 Sandbox Street',
      city: 'London',
      postal_code: 'EC1V 7LQ',
      country_code: 'GB',
      can_create_refunds: true,
      custom_payment_pages_enabled: false,
      merchant_responsible_for_notifications: false,
      mandate_imports_enabled: true,
      verification_status: 'successful',
      scheme_identifiers: [
        {
          id: newId('SU'),
          name: 'Sandbox club',
          scheme: 'bacs',
          reference: '420042',
          minimum_advance_notice: 3,
          currency: 'GBP',
          can_specify_mandate_reference: false,
          status: 'active',
        },
      ],
      links: { default_gbp_payout_account: newId('BA') },
      own: {},
    })
  )
}

/** Writes down that something has happened, and has it sent. */
export function record(
  context: Context,
  event: {
    readonly resource: GcEvent['resource_type']
    readonly action: string
    readonly details: EventDetails
    readonly links: GcEvent['links']
    readonly metadata?: Metadata
  },
): GcEvent {
  const row = save(context, 'events', {
    id: newId('EV'),
    created_at: context.now().toISOString(),
    resource_type: event.resource,
    action: event.action,
    details: event.details,
    metadata: {},
    resource_metadata: event.metadata ?? {},
    links: event.links,
    own: {},
  })
  context.announce(context.account.id, row)
  return row
}

/** The row as the API shows it. */
export function shown(row: Row): object {
  const { own: _own, ...rest } = row
  return rest
}

/** The working day as which an instruction given now counts. */
export const today = (context: Context) => instructionDay(context.now())
