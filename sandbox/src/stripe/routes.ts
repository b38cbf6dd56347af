import type { ApiRequest } from '../provider/listener.ts'
import { type Context, find, type Kind, type RowOf, rowsOf, save, shown } from './account.ts'
import { balanceOf } from './balance.ts'
import { numberNamed } from './cards.ts'
import { createSession, expireSession } from './checkout.ts'
import {
  attach,
  createCustomer,
  createMethod,
  deleteCustomer,
  detach,
  liveCustomer,
  methodGiven,
  updateCustomer,
} from './customers.ts'
import { closeDispute } from './disputes.ts'
import { expand } from './expand.ts'
import { type Input, inputOf, parseForm, type Tree } from './form.ts'
import { type ListOptions, listPage } from './lists.ts'
import { cancelIntent, confirmIntent, createPaymentIntent, updateIntent } from './payment-intents.ts'
import { createRefund } from './refunds.ts'
import { noSuch, unknownUrl } from './refusal.ts'
import type { Metadata, Row } from './rows.ts'
import { cancelSetup, confirmSetup, createSetupIntent } from './setup-intents.ts'

interface Resource<R extends Row> {
  readonly create?: (context: Context, input: Input) => R
  readonly update?: (context: Context, row: R, input: Input) => R
  /** Answers what is shown of it then. */
  readonly remove?: (context: Context, row: R) => object
  readonly actions?: Readonly<Record<string, (context: Context, row: R, input: Input) => R>>
  readonly isVisible?: (row: R) => boolean
  /** Where more than ids name a row for an action. */
  readonly named?: (context: Context, id: string) => R
  readonly list?: Pick<ListOptions<R>, 'links' | 'fields'>
}

interface Served {
  readonly find: (context: Context, id: string) => object
  readonly list?: (context: Context, input: Input, url: string) => object
  readonly create?: (context: Context, input: Input) => object
  readonly update?: (context: Context, id: string, input: Input) => object
  readonly remove?: (context: Context, id: string) => object
  readonly act?: (context: Context, id: string, name: string, input: Input) => object | undefined
}

function resource<K extends Kind>(kind: K, what: Resource<RowOf<K>>): Served {
  const { create, update, remove, actions, list, isVisible, named } = what
  const findRow = (context: Context, id: string) => {
    const row = find(context, kind, id)
    if (isVisible && !isVisible(row)) throw noSuch(kind.slice(0, -1), id)
    return row
  }
  return {
    find: (context, id) => shown(findRow(context, id)),
    ...(list && {
      list: (context, input, url) => {
        const { rows, hasMore } = listPage(
          { rows: rowsOf(context.account, kind), ...list, ...(isVisible && { isVisible }) },
          input,
        )
        return { object: 'list', data: rows.map(shown), has_more: hasMore, url }
      },
    }),
    ...(create && { create: (context, input) => shown(create(context, input)) }),
    ...(update && { update: (context, id, input) => shown(update(context, findRow(context, id), input)) }),
    ...(remove && { remove: (context, id) => remove(context, findRow(context, id)) }),
    ...(actions && {
      act: (context, id, name, input) => {
        const action = actions[name]
        return action && shown(action(context, (named ?? findRow)(context, id), input))
      },
    }),
  }
}

const withMetadata =
  <R extends Row & { readonly metadata: Metadata }>(put: (context: Context, row: R) => R) =>
  (context: Context, row: R, input: Input): R =>
    put(context, { ...row, metadata: input.metadata(row.metadata) })

const resources: Readonly<Record<string, Served>> = {
  customers: resource('customers', {
    create: createCustomer,
    update: updateCustomer,
    remove: deleteCustomer,
    isVisible: ({ own }) => !own.isDeleted,
    list: { links: [], fields: ['email'] },
  }),
  payment_methods: resource('payment_methods', {
    create: createMethod,
    update: withMetadata((context, row) => save(context, 'payment_methods', row)),
    actions: {
      attach: (context, method, input) => attach(context, method, input.needed('customer')),
      detach,
    },
    named: (context, id) => (numberNamed(id) ? methodGiven(context, id, 'id') : find(context, 'payment_methods', id)),
    list: { links: ['customer'], fields: ['type'] },
  }),
  setup_intents: resource('setup_intents', {
    create: createSetupIntent,
    update: withMetadata((context, row) => save(context, 'setup_intents', row)),
    actions: { confirm: confirmSetup, cancel: cancelSetup },
    list: { links: ['customer', 'payment_method'], fields: [] },
  }),
  payment_intents: resource('payment_intents', {
    create: createPaymentIntent,
    update: updateIntent,
    actions: { confirm: confirmIntent, cancel: cancelIntent },
    list: { links: ['customer'], fields: [] },
  }),
  charges: resource('charges', {
    update: withMetadata((context, row) => save(context, 'charges', row)),
    list: { links: ['payment_intent', 'customer'], fields: [] },
  }),
  'checkout/sessions': resource('sessions', {
    create: createSession,
    update: withMetadata((context, row) => save(context, 'sessions', row)),
    actions: { expire: expireSession },
    list: { links: ['payment_intent', 'customer'], fields: ['status'] },
  }),
  refunds: resource('refunds', {
    create: createRefund,
    update: withMetadata((context, row) => save(context, 'refunds', row)),
    list: { links: ['charge', 'payment_intent'], fields: [] },
  }),
  disputes: resource('disputes', {
    update: withMetadata((context, row) => save(context, 'disputes', row)),
    actions: { close: (context, dispute) => closeDispute(context, dispute, 'lost') },
    list: { links: ['charge', 'payment_intent'], fields: [] },
  }),
  balance_transactions: resource('balance_transactions', {
    list: { links: ['source', 'payout'], fields: ['type', 'currency'] },
  }),
  payouts: resource('payouts', {
    update: withMetadata((context, row) => save(context, 'payouts', row)),
    list: { links: [], fields: ['status'] },
  }),
  events: resource('events', { list: { links: [], fields: ['type'] } }),
}

/** What a request says, and what it wants to be put in the place of ids. */
export function inputOfRequest({ method, query, body }: ApiRequest): { input: Input; paths: string[] } {
  const tree: Tree = parseForm(method === 'POST' ? new URLSearchParams(body) : query)
  const input = inputOf(tree)
  return { input, paths: input.texts('expand') }
}

/** The one call that the request is; answers the body. */
export function route(context: Context, request: ApiRequest): unknown {
  const { input, paths } = inputOfRequest(request)
  const answered = call(context, request, input)
  if (answered === undefined) throw unknownUrl(request.method, request.path)
  return expand(context, answered, paths)
}

function call(context: Context, { method, path }: ApiRequest, input: Input): object | undefined {
  const [, version, ...parts] = path.split('/')
  if (version !== 'v1') return undefined
  if (method === 'GET' && parts.join('/') === 'balance') return balanceOf(context)
  if (method === 'GET' && parts.join('/') === 'account') return accountShown(context)
  const name = parts[0] === 'checkout' ? `checkout/${parts[1] ?? ''}` : (parts[0] ?? '')
  const [encoded, action, ...more] = parts.slice(name.split('/').length)
  const served = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (!served || (more.length > 0 && name !== 'customers')) return undefined
  if (!encoded) {
    if (method === 'GET') return served.list?.(context, input, path)
    return method === 'POST' ? served.create?.(context, input) : undefined
  }
  const id = decodeURIComponent(encoded)
  if (!action) {
    if (method === 'GET') return served.find(context, id)
    return method === 'POST' ? served.update?.(context, id, input) : served.remove?.(context, id)
  }
  if (method === 'POST') return served.act?.(context, id, action, input)
  return method === 'GET' ? part(context, { name, id, action, more, path }, input) : undefined
}

interface Part {
  readonly name: string
  readonly id: string
  readonly action: string
  readonly more: readonly string[]
  readonly path: string
}

/** What is listed below an object. */
function part(context: Context, { name, id, action, more, path }: Part, input: Input): object | undefined {
  if (name === 'customers' && action === 'payment_methods') {
    liveCustomer(context, id, 'customer')
    const methods = context.account.rows.payment_methods
    if (more[0]) return shown(find(context, 'payment_methods', more[0]))
    const isVisible = ({ customer }: { customer: string | null }) => customer === id
    const { rows, hasMore } = listPage({ rows: methods, links: [], fields: ['type'], isVisible, of: id }, input)
    return { object: 'list', data: rows.map(shown), has_more: hasMore, url: path }
  }
  if (name === 'checkout/sessions' && action === 'line_items')
    return { object: 'list', data: find(context, 'sessions', id).own.items, has_more: false, url: path }
  return undefined
}

const accountShown = ({ account }: Context) => ({
  id: account.id,
  object: 'account',
  business_profile: { name: 'Sandbox club' },
  charges_enabled: true,
  country: 'GB',
  default_currency: 'gbp',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  settings: { dashboard: { display_name: 'Sandbox club', timezone: 'Europe/London' } },
  type: 'standard',
})
