import type { Collection } from '../provider/collection.ts'
import type { ApiAnswer, ApiRequest } from '../provider/listener.ts'
import { type Context, creditorOf, type Kind, type RowOf, save, shown } from './account.ts'
import {
  cancelBillingRequest,
  collectBankAccount,
  collectDetails,
  confirmDetails,
  createBillingRequest,
  fulfil,
  withActions,
} from './billing-requests.ts'
import { createBankAccount, createCustomer, disableBankAccount, updateCreditor, updateCustomer } from './customers.ts'
import { createFlow } from './flows.ts'
import { inputOf } from './input.ts'
import { type ListOptions, listPage } from './lists.ts'
import { cancelMandate, createMandate, reinstateMandate, withNextChargeDate } from './mandates.ts'
import { cancelByApi, createPayment, retryPayment } from './payments.ts'
import { createRefund } from './refunds.ts'
import { badUsage, conflict, notFound } from './refusal.ts'
import type { Metadata, Payout, Row } from './rows.ts'
import { simulate } from './simulate.ts'
import {
  cancelSubscription,
  changeSubscription,
  createSubscription,
  pauseSubscription,
  resumeSubscription,
  withUpcoming,
} from './subscriptions.ts'

/** What can be done with a resource; each answers the row. */
interface Resource<R extends Row> {
  readonly create?: (context: Context, body: unknown) => R
  readonly update?: (context: Context, row: R, body: unknown) => R
  readonly remove?: (context: Context, row: R) => R
  readonly actions?: Readonly<Record<string, (context: Context, row: R, body: unknown) => R>>
  readonly show?: (context: Context, row: R) => object
  readonly list?: Omit<ListOptions<R>, 'rows'>
}

/** A row with other metadata, which is all that most resources let one change. */
const withMetadata =
  <R extends Row & { readonly metadata: Metadata }>(put: (context: Context, row: R) => R) =>
  (context: Context, row: R, body: unknown): R => {
    const input = inputOf('metadata', body)
    const metadata = input.has('metadata') ? input.metadata() : row.metadata
    input.check()
    return put(context, { ...row, metadata })
  }

/** Binds what is done with a row to the collection that it is in. */
function resource<K extends Kind>(kind: K, what: Resource<RowOf<K>>): Served {
  const rowsOf = (context: Context) =>
    // The collection of this kind; an index into a union of collections loses it.
    context.account.rows[kind] as unknown as Collection<RowOf<K>>
  const show = (context: Context, row: RowOf<K>) => {
    const full = what.show?.(context, row) ?? row
    return shown(full as Row)
  }
  const find = (context: Context, id: string) => {
    const row = rowsOf(context).get(id)
    if (!row) throw notFound()
    return row
  }
  const { list, create, update, remove, actions } = what
  return {
    find: (context, id) => show(context, find(context, id)),
    ...(list && {
      list: (context, query) => {
        const { rows, meta } = listPage({ rows: rowsOf(context), ...list }, query)
        return { rows: rows.map(row => show(context, row)), meta }
      },
    }),
    ...(create && {
      create: (context, body) => {
        const row = create(context, body)
        return { id: row.id, row: show(context, row) }
      },
    }),
    ...(update && { update: (context, id, body) => show(context, update(context, find(context, id), body)) }),
    ...(remove && { remove: (context, id) => show(context, remove(context, find(context, id))) }),
    ...(actions && {
      act: (context, id, name, body) => {
        const action = actions[name]
        if (!action) throw notFound()
        return show(context, action(context, find(context, id), body))
      },
    }),
  }
}

interface Served {
  readonly find: (context: Context, id: string) => object
  readonly list?: (context: Context, query: URLSearchParams) => { rows: readonly object[]; meta: object }
  readonly create?: (context: Context, body: unknown) => { id: string; row: object }
  readonly update?: (context: Context, id: string, body: unknown) => object
  readonly remove?: (context: Context, id: string) => object
  readonly act?: (context: Context, id: string, name: string, body: unknown) => object
}

const resources: Readonly<Record<string, Served>> = {
  creditors: resource('creditors', {
    update: (context, _creditor, body) => updateCreditor(context, body),
    list: { links: [], fields: [] },
  }),
  customers: resource('customers', {
    create: createCustomer,
    update: updateCustomer,
    remove: (context, customer) => save(context, 'customers', { ...customer, own: { isRemoved: true } }),
    list: { links: [], fields: ['currency'], isVisible: ({ own }) => !own.isRemoved },
  }),
  customer_bank_accounts: resource('customer_bank_accounts', {
    create: createBankAccount,
    update: withMetadata((context, row) => save(context, 'customer_bank_accounts', row)),
    actions: { disable: disableBankAccount },
    list: { links: ['customer'], fields: ['enabled'] },
  }),
  mandates: resource('mandates', {
    create: createMandate,
    update: withMetadata((context, row) => save(context, 'mandates', row)),
    actions: { cancel: cancelMandate, reinstate: reinstateMandate },
    show: withNextChargeDate,
    list: {
      links: ['customer', 'customer_bank_account', 'creditor'],
      fields: ['status', 'reference', 'scheme', 'mandate_type'],
    },
  }),
  payments: resource('payments', {
    create: createPayment,
    update: (context, payment, body) => {
      const input = inputOf('payments', body)
      const metadata = input.has('metadata') ? input.metadata() : payment.metadata
      input.check()
      const retry_if_possible = input.flag('retry_if_possible', payment.retry_if_possible)
      return save(context, 'payments', { ...payment, metadata, retry_if_possible })
    },
    actions: { cancel: cancelByApi, retry: retryPayment },
    list: {
      links: ['mandate', 'customer', 'subscription', 'creditor', 'payout'],
      fields: ['status', 'currency', 'scheme'],
    },
  }),
  subscriptions: resource('subscriptions', {
    create: createSubscription,
    update: changeSubscription,
    actions: { cancel: cancelSubscription, pause: pauseSubscription, resume: resumeSubscription },
    show: (_context, subscription) => withUpcoming(subscription),
    list: { links: ['mandate', 'customer'], fields: ['status'] },
  }),
  refunds: resource('refunds', {
    create: createRefund,
    update: withMetadata((context, row) => save(context, 'refunds', row)),
    list: { links: ['payment', 'mandate'], fields: ['refund_type'] },
  }),
  payouts: resource('payouts', {
    update: withMetadata((context, row) => save(context, 'payouts', row)),
    list: {
      links: ['creditor', 'creditor_bank_account'],
      fields: ['status', 'currency', 'payout_type', 'reference'],
    },
  }),
  billing_requests: resource('billing_requests', {
    create: createBillingRequest,
    actions: {
      collect_customer_details: collectDetails,
      collect_bank_account: collectBankAccount,
      confirm_payer_details: confirmDetails,
      fulfil,
      cancel: cancelBillingRequest,
    },
    show: withActions,
    list: { links: ['customer'], fields: ['status'] },
  }),
  billing_request_flows: resource('billing_request_flows', { create: createFlow }),
  events: resource('events', {
    list: {
      links: ['billing_request', 'mandate', 'payment', 'payout', 'refund', 'subscription', 'parent_event', 'creditor'],
      fields: ['resource_type', 'action'],
    },
  }),
}

/** The one call that the request is. The caller has looked at its token. */
export function route(context: Context, request: ApiRequest): ApiAnswer {
  creditorOf(context)
  const [, name = '', id, actions, action, ...more] = request.path.split('/')
  if (more.length > 0 || (actions !== undefined && actions !== 'actions')) throw notFound()
  if (name === 'payout_items' && request.method === 'GET' && !id) return payoutItems(context, request.query)
  if (name === 'scenario_simulators' && request.method === 'POST' && id && action === 'run')
    return { status: 200, body: { scenario_simulators: simulate(context, id, bodyOf(request)?.data) } }
  const served = resources[name]
  if (!served) throw notFound()
  if (request.method === 'GET' && !id) {
    const page = served.list?.(context, request.query)
    if (!page) throw notFound()
    return { status: 200, body: { [name]: page.rows, meta: page.meta } }
  }
  if (request.method === 'GET' && id && !actions)
    return { status: 200, body: { [name]: served.find(context, decodeURIComponent(id)) } }
  if (request.method === 'POST' && !id) return creation(context, request, name, served)
  const body = bodyOf(request)
  const row = id && change(context, { served, method: request.method, id, name, action, body })
  if (!row) throw notFound()
  return { status: 200, body: { [name]: row } }
}

interface Change {
  readonly served: Served
  readonly method: string
  readonly id: string
  readonly name: string
  readonly action: string | undefined
  readonly body: Record<string, unknown> | undefined
}

function change(context: Context, { served, method, id, name, action, body }: Change): object | undefined {
  if (method === 'PUT' && !action) return served.update?.(context, id, body?.[name])
  if (method === 'DELETE' && !action) return served.remove?.(context, id)
  if (method === 'POST' && action) return served.act?.(context, id, action, body?.data)
  return undefined
}

/** The second request with a key is refused with the id of what the first one made. */
function creation(context: Context, request: ApiRequest, name: string, served: Served): ApiAnswer {
  if (!served.create) throw notFound()
  const given = request.headers['idempotency-key']
  const key = given && `${name} ${String(given)}`
  const existing = key && context.account.made.get(key)
  if (existing) throw conflict(existing)
  const body = bodyOf(request)
  if (!body?.[name]) throw badUsage(400, 'missing_envelope', `The request must be wrapped in the key ${name}`)
  const { id, row } = served.create(context, body[name])
  if (key) {
    context.account.made.set(key, id)
    context.journal.put(`made@${context.account.id}`, key, { key, id })
  }
  return { status: 201, headers: { location: `/${name}/${id}` }, body: { [name]: row } }
}

function bodyOf({ body, headers }: ApiRequest): Record<string, unknown> | undefined {
  if (body === '') return undefined
  if (!headers['content-type']?.includes('application/json'))
    throw badUsage(415, 'invalid_content_type', 'The content type must be application/json')
  try {
    const parsed: unknown = JSON.parse(body)
    // Arrays and texts have none of the keys that are asked for.
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed }
  } catch {
    // Said below.
  }
  throw badUsage(400, 'invalid_json', 'The request body is not a JSON object')
}

function payoutItems(context: Context, query: URLSearchParams): ApiAnswer {
  const payout: Payout | undefined = context.account.rows.payouts.get(query.get('payout') ?? '')
  if (!payout) throw notFound()
  const limit = Math.min(Number(query.get('limit') ?? 50) || 50, 500)
  const from = Number(query.get('after') ?? 0) || 0
  const items = payout.own.items.slice(from, from + limit)
  const next = from + limit < payout.own.items.length ? String(from + limit) : null
  const cursors = { before: from > 0 ? String(from) : null, after: next }
  return { status: 200, body: { payout_items: items, meta: { cursors, limit } } }
}
