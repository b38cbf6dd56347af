import type { Collection } from '../provider/collection.ts'
import { badUsage, invalid } from './refusal.ts'
import type { Row } from './rows.ts'

export interface ListOptions<R extends Row> {
  readonly rows: Collection<R>
  /** Query fields that name another row, as its links do. */
  readonly links: readonly string[]
  /** Query fields that the row has itself; several values, parted by commas, mean any of them. */
  readonly fields: readonly string[]
  readonly isVisible?: (row: R) => boolean
}

export interface Page<R> {
  readonly rows: readonly R[]
  readonly meta: {
    readonly cursors: { readonly before: string | null; readonly after: string | null }
    readonly limit: number
  }
}

/** A page of a list, the newest first (https://developer.gocardless.com/api-reference/#api-usage-cursor-pagination). */
export function listPage<R extends Row>(options: ListOptions<R>, query: URLSearchParams): Page<R> {
  const { rows } = options
  const limit = Number(query.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw invalid('', { limit: 'must be between 1 and 500' })
  const [after, before] = [cursor(rows, query.get('after')), cursor(rows, query.get('before'))]
  const linked = options.links.flatMap(name => query.get(name) ?? [])
  const candidates = linked[0] === undefined ? rows.all() : rows.linkedTo(linked[0])
  const filters = filtersOf(options, query, linked)
  const fits = (row: R) => (options.isVisible?.(row) ?? true) && filters.every(filter => filter(row))
  const positionOf = (row: R) => rows.positionOf(row.id) ?? 0

  // Walked from the newest, and for `before` from the cursor upwards, so that a page costs no more than it shows.
  const found: R[] = []
  if (before !== null && after === null) {
    let index = candidates === rows.all() ? before + 1 : 0
    for (; index < candidates.length && found.length <= limit; index += 1) {
      const row = candidates[index]
      if (row && positionOf(row) > before && fits(row)) found.push(row)
    }
    const hasMore = found.length > limit
    const shown = found.slice(0, limit).reverse()
    return { rows: shown, meta: metaOf(shown, limit, hasMore, true) }
  }
  let index = after !== null && candidates === rows.all() ? after - 1 : candidates.length - 1
  for (; index >= 0 && found.length <= limit; index -= 1) {
    const row = candidates[index]
    if (!row || (after !== null && positionOf(row) >= after) || (before !== null && positionOf(row) <= before)) continue
    if (fits(row)) found.push(row)
  }
  const shown = found.slice(0, limit)
  return { rows: shown, meta: metaOf(shown, limit, after !== null, found.length > limit) }
}

function metaOf<R extends Row>(rows: readonly R[], limit: number, hasNewer: boolean, hasOlder: boolean) {
  return {
    cursors: { before: hasNewer ? (rows[0]?.id ?? null) : null, after: hasOlder ? (rows.at(-1)?.id ?? null) : null },
    limit,
  }
}

function cursor<R extends Row>(rows: Collection<R>, id: string | null): number | null {
  if (!id) return null
  const position = rows.positionOf(id)
  if (position === undefined) throw badUsage(400, 'invalid_cursor', 'The cursor is not one of this list')
  return position
}

function filtersOf<R extends Row>({ links, fields }: ListOptions<R>, query: URLSearchParams, linked: string[]) {
  const filters: ((row: R) => boolean)[] = []
  // The first link has chosen the candidates.
  if (linked.length > 1) filters.push(row => linked.every(id => JSON.stringify(row).includes(`"${id}"`)))
  const fieldOf = (row: R, name: string): unknown => Reflect.get(row, name)
  for (const name of fields) {
    const wanted = query.get(name)?.split(',')
    if (wanted) filters.push(row => wanted.includes(String(fieldOf(row, name))))
  }
  for (const [key, bound] of query) {
    const [, name, comparison] = /^(created_at|charge_date)\[(gt|gte|lt|lte)\]$/.exec(key) ?? []
    if (!name || !comparison) continue
    const isWanted = comparisons[comparison]
    // A date beside an instant means its first moment, as in the API.
    const limit = name === 'created_at' ? new Date(bound).getTime() : bound
    const asBound = (value: unknown) => (name === 'created_at' ? new Date(String(value)).getTime() : String(value))
    filters.push(row => isWanted?.(asBound(fieldOf(row, name)), limit) ?? true)
  }
  const known = new Set([...links, ...fields, 'limit', 'after', 'before', 'include', 'sort_field', 'sort_direction'])
  for (const key of query.keys())
    if (!known.has(key) && !/^(created_at|charge_date)\[/.test(key))
      throw badUsage(400, 'unknown_parameter', `${key} is not a parameter of this list`)
  return filters
}

const comparisons: Readonly<Record<string, (value: string | number, bound: string | number) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
}
