import type { Operator } from '@honbu/contract/grid/columns.ts'
import { type Filter, isGroup } from '@honbu/contract/grid/filter.ts'
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { type Bool, filterCondition } from '../platform/grid-filter.ts'
import { onIndexes } from '../platform/plan-for-values.ts'
import type { Tables } from '../platform/tables.ts'
import { type KnownPart, partsOf } from './condition.ts'
import { type DirectoryField, type DirectoryFrame, directoryFields, onTexts } from './fields.ts'
import { directions, type PlacedKey } from './order.ts'
import { isByStatus, isIndexed, isKept, isPaired, keptBy, type SortKey } from './sorting.ts'

export interface Wanted extends DirectoryFrame {
  readonly filter: Filter<DirectoryField> | null
  readonly sort: readonly SortKey[]
  readonly limit: number
  readonly offset: number
}

export interface Search extends Wanted {
  readonly sort: readonly PlacedKey[]
  /** What makes a membership one of them. */
  readonly fits: Bool
  readonly parts: readonly KnownPart[]
}

type Tx = Transaction<Tables>

/** How far an index is walked before something else is tried, and how many values are walked one after the other. */
const walkedUpTo = 4000
const mostPlaces = 8

/** The first of an index that fit; null when too few of them do, or no index is in this order. */
export async function fromWalk(tx: Tx, search: Search): Promise<number[] | null> {
  const [first] = search.sort
  if (!first || !isIndexed(search.sort)) return null
  const { values } = first
  if (!values) return await walkIndex(tx, search, first)
  return await onIndexes(tx, () => walkValues(tx, search, first, values))
}

/** Backwards empty values come first, which are to come last: they are left out, and left to the reading of all. */
async function walkIndex(tx: Tx, search: Search, first: SortKey): Promise<number[] | null> {
  const { sort, limit, offset, fits } = search
  const given = first.isNullable && first.dir === 'desc' ? [sql`${sql.ref(first.column)} is not null`] : []
  const names = [...sort.map(({ column }) => column), 'club_member_id']
  const order = sql.join(names.map(name => sql`${sql.ref(name)} ${directions[first.dir]}`))
  const table = sql.table(first.isText ? 'directory_text' : 'directory_entry')
  const walk = sql`${table} ${where([...given, ...ranges(search, first)])} order by ${order} limit ${walkedUpTo}`
  // What stands in another table is looked up by a lateral join: a row at a time, and no further than need be.
  const walked =
    first.isText || looksElsewhere(search)
      ? sql`
        (select ${sql.join(names.map(name => sql.ref(name)))} from ${walk}) walked
        cross join lateral (
          select from directory_entry
          where directory_entry.club_member_id = walked.club_member_id and ${fits} offset 0
        ) fitting`
      : sql`(select * from ${walk}) directory_entry where ${fits}`
  const { rows } = await sql<{ id: number }>`
    select club_member_id as id from ${walked} order by ${order} limit ${limit} offset ${offset}`.execute(tx)
  return rows.length === limit ? rows.map(({ id }) => id) : null
}

/**
 * Along the index of one value after the other, in their order, with the empty ones at the end. A value in which nobody fits
 * is passed over, and one in which few do gives those, where an index knows the value and the filter together.
 */
async function walkValues(
  tx: Tx,
  search: Search,
  key: PlacedKey,
  values: RawBuilder<unknown>,
): Promise<number[] | null> {
  const { limit, offset, fits } = search
  const dir = directions[key.dir]
  const value = entry(key.column)
  const paired = pairedParts(search, key)
  const isValue = sql<SqlBool>`${value} = places.id`
  const { rows: places } = await sql<{ id: number | boolean }>`
    select places.id from ${values} places (id, place)
    where exists (select from directory_entry ${where([isValue, ...ranges(search, key)])})
      and ${all(paired.map(ways => any(ways.map(way => sql`exists (select from directory_entry where ${isValue} and ${way})`))))}
    order by place ${dir} limit ${mostPlaces}`.execute(tx)
  const isOf = places.map(({ id }) => sql<SqlBool>`${value} = ${id}`)
  if (key.isNullable && places.length < mostPlaces) isOf.push(sql`${value} is null`)
  const ids: number[] = []
  for (const isThis of isOf) {
    const left = offset + limit - ids.length
    const walk = sql`select * from directory_entry where ${isThis} order by club_member_id ${dir} limit ${walkedUpTo}`
    const met = await fitting(walk, left)
    const next = met.length === left || (await isWithin([isThis])) ? met : await known(isThis, left)
    if (!next) return null
    ids.push(...next)
    if (next.length === left) return ids.slice(offset)
  }
  return null

  async function fitting(rows: RawBuilder<unknown>, most: number) {
    const { rows: found } = await sql<{ id: number }>`
      select directory_entry.club_member_id as id from (${rows}) directory_entry
      where ${fits} order by directory_entry.club_member_id ${dir} limit ${most}`.execute(tx)
    return found.map(({ id }) => id)
  }

  /** Are there no more of them than are walked? */
  async function isWithin(conditions: readonly Bool[]) {
    const { rows } =
      await sql`select from directory_entry where ${all(conditions)} offset ${walkedUpTo} limit 1`.execute(tx)
    return rows.length === 0
  }

  /** All who fit, if the index says that they are few. */
  async function known(isThis: Bool, most: number) {
    for (const ways of paired) {
      const isFew: boolean[] = []
      for (const way of ways) isFew.push(await isWithin([isThis, way]))
      if (isFew.every(Boolean))
        return await fitting(sql`select * from directory_entry where ${isThis} and ${any(ways)} offset 0`, most)
    }
    return null
  }
}

/** What of the filter stands in an index with the column: what must all hold, each in one way or another. */
function pairedParts({ parts }: Search, key: SortKey): Bool[][] {
  const paired = parts.filter(({ part }) => !isGroup(part) && isRange(part.operator) && isPaired(key, part.field))
  const single = paired.flatMap(({ ways: [only, other] }) => (only && !other ? [only] : []))
  const several = paired.flatMap(({ ways }) => (ways.length > 1 ? [[...ways]] : []))
  return single.length > 0 ? [[all(single)], ...several] : several
}

const all = (conditions: readonly Bool[]) => sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`
const any = (conditions: readonly Bool[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Does the filter ask for anything that is not in `directory_entry`? */
export const looksElsewhere = ({ filter }: Pick<Search, 'filter'>) => fieldsOf(filter).some(field => !isKept(field))

const fieldsOf = (filter: Filter<DirectoryField> | null): DirectoryField[] => {
  if (!filter) return []
  return isGroup(filter) ? filter.filters.flatMap(fieldsOf) : [filter.field]
}

/**
 * What the filter says of the column that is sorted by: a range says where on its index the walk begins and ends, and any
 * part of a text is looked for in the index itself. A status goes with the dates it decides about: who has lapsed came long
 * ago, and would be met last.
 */
function ranges({ filter, clubIds, today }: Wanted, key: SortKey): RawBuilder<unknown>[] {
  return partsOf(filter).flatMap(part => {
    if (isGroup(part)) return []
    const isOfColumn = keptBy(part.field) === key.column
    if (isOfColumn && key.isText && isText(part.field)) return [onTexts[part.field](part)]
    const isOfStatus = part.field === 'memberStatusId' && part.operator === 'eq' && isByStatus(key)
    if (!isOfStatus && !(isOfColumn && isRange(part.operator))) return []
    return [filterCondition(part, directoryFields({ clubIds, today }), 'UTC')]
  })
}

const isText = (field: DirectoryField): field is keyof typeof onTexts => Object.hasOwn(onTexts, field)

const isRange = (operator: Operator) => ['eq', 'lt', 'lte', 'gt', 'gte', 'startswith', 'isnull'].includes(operator)

const entry = (name: string) => sql.ref(`directory_entry.${name}`)

const where = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
