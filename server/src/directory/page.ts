import { countedUpTo } from '@honbu/contract/directory.ts'
import type { Operator } from '@honbu/contract/grid/columns.ts'
import { type Filter, isGroup } from '@honbu/contract/grid/filter.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Bool, filterCondition } from '../platform/grid-filter.ts'
import { planForValues } from '../platform/plan-for-values.ts'
import type { Tables } from '../platform/tables.ts'
import { knownCondition, partsOf } from './condition.ts'
import { type DirectoryField, type DirectoryFrame, directoryFields, onTexts } from './fields.ts'
import { directions, orderOf, type PlacedKey, placed } from './order.ts'
import { isByStatus, isIndexed, isKept, keptBy, type SortKey } from './sorting.ts'

export interface Wanted extends DirectoryFrame {
  readonly filter: Filter<DirectoryField> | null
  readonly sort: readonly SortKey[]
  readonly limit: number
  readonly offset: number
}

interface Found {
  readonly total: number
  /** Of the memberships, in their order. */
  readonly ids: readonly number[]
}

interface Search extends Wanted {
  readonly sort: readonly PlacedKey[]
  /** What makes a membership one of them. */
  readonly fits: Bool
}

type Tx = Transaction<Tables>

/** How far an index is walked before something else is tried, and how many names are walked one after the other. */
const walkedUpTo = 4000
const mostPlaces = 8

/**
 * The page of a filter and a sort, whichever of the two leaves little to do. Decision 22 has the times.
 *
 * Few match: they are all fetched and sorted, which counts them too. Many match: they are met soon on a walk along the
 * index of the sort, unless the filter's stand at its far end (who has lapsed has not attended lately), which nobody knows
 * beforehand; so the walk is short, and if it was in vain all rows are read once.
 */
export async function findPage(tx: Tx, wanted: Wanted): Promise<Found> {
  await planForValues(tx)
  const search: Search = {
    ...wanted,
    sort: await placed(tx, wanted.sort, wanted.clubIds),
    fits: await knownCondition(tx, wanted, wanted.filter),
  }
  const few = await fromFew(tx, search)
  if (few.total <= countedUpTo) return few
  return { total: few.total, ids: (await fromWalk(tx, search)) ?? (await fromAll(tx, search, few.last)) }
}

interface Few extends Found {
  /**
   * If they are more: the value with which the page would end if nobody matched but those who were counted. As all of them
   * match, it ends there at the latest. Null where that says nothing.
   */
  readonly last: unknown
}

/** Everybody who matches, if they are few. */
async function fromFew(tx: Tx, { sort, limit, offset, fits }: Search): Promise<Few> {
  const facts = sort.flatMap(({ column, isText }) => (isText ? [] : [sql`, ${entry(column)}`]))
  const order = orderOf(sort)
  const [first] = sort
  const last =
    first && !first.isText && !first.ids
      ? sql`(
        select ${sql.ref(first.column)} from few where ${sql.ref(first.column)} is not null
        order by ${sql.ref(first.column)} ${directions[first.dir]} limit 1 offset ${offset + limit - 1}
      )`
      : sql`null`
  const { rows } = await sql<{ total: number; id: number | null; last: unknown }>`
    with few as materialized (
      select directory_entry.club_member_id ${facts.length > 0 ? sql.join(facts, sql``) : sql``}
      from directory_entry where ${fits} limit ${countedUpTo + 1}
    ),
    counted as (select count(*)::integer as total from few)
    select counted.total, picked.id, case when counted.total > ${countedUpTo} then ${last} end as last
    from counted
    left join lateral (
      select directory_entry.club_member_id as id, row_number() over (order by ${order.by}) as place
      from few as directory_entry ${order.joins}
      where counted.total <= ${countedUpTo}
      order by place limit ${limit} offset ${offset}
    ) picked on true
    order by picked.place`.execute(tx)
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  return { total: rows[0]?.total ?? 0, ids, last: rows[0]?.last ?? null }
}

/** The first of an index that fit; null when too few of them do, or no index is in this order. */
async function fromWalk(tx: Tx, search: Search): Promise<number[] | null> {
  const [first] = search.sort
  if (!first || !isIndexed(search.sort)) return null
  return first.ids ? await walkPlaces(tx, search, first, first.ids) : await walkIndex(tx, search, first)
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

/** Along one index for each name, in the order of the names. Those without are left to the reading of all. */
async function walkPlaces(tx: Tx, search: Search, key: SortKey, inOrder: readonly number[]): Promise<number[] | null> {
  const { limit, offset, fits } = search
  const dir = directions[key.dir]
  const { rows: places } = await sql<{ id: number }>`
    select places.id from unnest(${[...inOrder]}::bigint[]) with ordinality places (id, place)
    where exists (select from directory_entry ${where([sql`${entry(key.column)} = places.id`, ...ranges(search, key)])})
    order by place ${dir} limit ${mostPlaces}`.execute(tx)
  const ids: number[] = []
  for (const place of places) {
    const { rows } = await sql<{ id: number; walked: number }>`
      select directory_entry.club_member_id as id
      from (
        select * from directory_entry where ${sql.ref(key.column)} = ${place.id}
        order by club_member_id ${dir} limit ${walkedUpTo}
      ) directory_entry
      where ${fits} order by directory_entry.club_member_id ${dir} limit ${offset + limit - ids.length}`.execute(tx)
    ids.push(...rows.map(({ id }) => id))
    if (ids.length === offset + limit) return ids.slice(offset)
    const { rows: more } = await sql`
      select from directory_entry where ${sql.ref(key.column)} = ${place.id} offset ${walkedUpTo} limit 1`.execute(tx)
    if (more.length > 0) return null
  }
  return null
}

/**
 * Reads every row up to where the page ends at the latest, on several cores; `is null` in front of each key keeps indexes
 * from offering themselves for the order. What looks into other tables is joined first and sorted then: sorted first, it
 * would have to be looked up a row at a time.
 */
async function fromAll(tx: Tx, { sort, limit, offset, filter, fits }: Search, lastOfSome: unknown): Promise<number[]> {
  const order = orderOf(sort)
  const near = sql`${fits} and ${upTo(sort[0], lastOfSome)}`
  const rows = looksElsewhere({ filter })
    ? sql`(select directory_entry.* from directory_entry where ${near} offset 0) directory_entry ${order.joins}`
    : sql`directory_entry ${order.joins} where ${near}`
  const { rows: found } = await sql<{ id: number }>`
    select directory_entry.club_member_id as id from ${rows}
    order by ${order.by} limit ${limit} offset ${offset}`.execute(tx)
  return found.map(({ id }) => id)
}

function upTo(first: PlacedKey | undefined, last: unknown): Bool {
  if (!first || last === null) return sql`true`
  return sql`${entry(first.column)} ${first.dir === 'asc' ? sql`<=` : sql`>=`} ${last}`
}

/** Does the filter ask for anything that is not in `directory_entry`? */
const looksElsewhere = ({ filter }: Pick<Search, 'filter'>) => fieldsOf(filter).some(field => !isKept(field))

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
