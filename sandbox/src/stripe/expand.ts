import { type Context, type Kind, rowsOf, shown } from './account.ts'

/** By the beginning of an id, the collection that it is in. */
const kinds: readonly (readonly [string, Kind])[] = [
  ['cus_', 'customers'],
  ['pm_', 'payment_methods'],
  ['seti_', 'setup_intents'],
  ['pi_', 'payment_intents'],
  ['ch_', 'charges'],
  ['cs_', 'sessions'],
  ['re_', 'refunds'],
  ['du_', 'disputes'],
  ['txn_', 'balance_transactions'],
  ['po_', 'payouts'],
]

/** Puts objects in the place of ids, along paths such as `data.latest_charge` (https://docs.stripe.com/api/expanding_objects). */
export function expand(context: Context, body: unknown, paths: readonly string[]): unknown {
  return paths.reduce((expanded, path) => expandOne(context, expanded, path.split('.')), body)
}

function expandOne(context: Context, value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map(one => expandOne(context, one, path))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value
  const within: unknown = Reflect.get(value, name)
  const found = typeof within === 'string' ? (objectOf(context, within) ?? within) : within
  return { ...value, [name]: expandOne(context, found, rest) }
}

function objectOf(context: Context, id: string): object | undefined {
  const kind = kinds.find(([prefix]) => id.startsWith(prefix))?.[1]
  const row = kind && rowsOf(context.account, kind).get(id)
  return row && shown(row)
}
