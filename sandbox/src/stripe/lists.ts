import type { Collection } from '../provider/collection.ts'
import type { Input } from './form.ts'
import { invalid, noSuchGiven } from './refusal.ts'
import type { Row } from './rows.ts'

export interface ListOptions<R extends Row> {
  readonly rows: Collection<R>
  /** Parameters that name another object, as the row does. */
  readonly links: readonly string[]
  /** Parameters that the row has itself. */
  readonly fields: readonly string[]
  readonly isVisible?: (row: R) => boolean
  /** Only rows that name this one. */
  readonly of?: string
}

/** A page of a list, the newest first (https://docs.stripe.com/api/pagination). */
export function listPage<R extends Row>({ rows, links, fields, isVisible, of }: ListOptions<R>, input: Input) {
  const limit = input.whole('limit', 1, 100) ?? 10
  const position = (param: string) => {
    const id = input.text(param)
    if (id === null) return null
    const found = rows.positionOf(id)
    if (found === undefined) throw noSuchGiven('object', id, param)
    return found
  }
  const [after, before] = [position('starting_after'), position('ending_before')]
  if (after !== null && before !== null)
    throw invalid('You cannot parameterize both `starting_after` and `ending_before`.', 'ending_before')

  const linked = of ?? links.flatMap(name => input.text(name) ?? [])[0]
  const candidates = linked === undefined ? rows.all() : rows.linkedTo(linked)
  const filters = filtersOf<R>(links, fields, input)
  const fits = (row: R) => (isVisible?.(row) ?? true) && filters.every(filter => filter(row))
  const positionOf = (row: R) => rows.positionOf(row.id) ?? 0
  const isWhole = candidates === rows.all()

  const found: R[] = []
  if (before !== null) {
    for (let index = isWhole ? before + 1 : 0; index < candidates.length && found.length <= limit; index += 1) {
      const row = candidates[index]
      if (row && positionOf(row) > before && fits(row)) found.push(row)
    }
    return { rows: found.slice(0, limit).reverse(), hasMore: found.length > limit }
  }
  const start = isWhole && after !== null ? after - 1 : candidates.length - 1
  for (let index = start; index >= 0 && found.length <= limit; index -= 1) {
    const row = candidates[index]
    if (row && (after === null || positionOf(row) < after) && fits(row)) found.push(row)
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit }
}

function filtersOf<R extends Row>(links: readonly string[], fields: readonly string[], input: Input) {
  const filters: ((row: R) => boolean)[] = []
  for (const name of [...links, ...fields]) {
    const wanted = input.text(name)
    const fieldOf = (row: R): unknown => Reflect.get(row, name) ?? Reflect.get(row.own, name)
    if (wanted !== null) filters.push(row => String(fieldOf(row)) === wanted)
  }
  const types = input.texts('types')
  if (types.length > 0) filters.push(row => types.includes(String(Reflect.get(row, 'type'))))
  for (const name of ['created', 'arrival_date']) {
    const exact = input.text(name)
    const valueOfRow = (row: R) => Number(Reflect.get(row, name))
    if (exact !== null) filters.push(row => valueOfRow(row) === Number(exact))
    const range = input.within(name)
    for (const [comparison, isWanted] of comparisons) {
      const bound = range.whole(comparison, 0, 100_000_000_000)
      if (bound !== null) filters.push(row => isWanted(valueOfRow(row), bound))
    }
  }
  return filters
}

const comparisons: readonly (readonly [string, (value: number, bound: number) => boolean])[] = [
  ['gt', (value, bound) => value > bound],
  ['gte', (value, bound) => value >= bound],
  ['lt', (value, bound) => value < bound],
  ['lte', (value, bound) => value <= bound],
]
