import { countedUpTo } from '@honbu/contract/directory.ts'
import type { Operator } from '@honbu/contract/grid/columns.ts'
import { type Filter, isGroup } from '@honbu/contract/grid/filter.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { filterCondition } from '../platform/grid-filter.ts'
import { planForValues } from '../platform/plan-for-values.ts'
import type { Tables } from '../platform/tables.ts'
import { type KnownConditions, knownConditions, partsOf } from './condition.ts'
import { type DirectoryField, type DirectoryFrame, directoryFields } from './fields.ts'
import { directions, orderOf } from './order.ts'
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

/** With what makes a membership one of them. */
type Search = Wanted & KnownConditions

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
  const search = { ...wanted, ...(await knownConditions(tx, wanted, wanted.filter)) }
  const few = await fromFew(tx, search)
  if (few.total <= countedUpTo) return few
  return { total: few.total, ids: (await fromWalk(tx, search)) ?? (await fromAll(tx, search)) }
}

/** Everybody who matches, if they are few; otherwise only that they are not. */
async function fromFew(tx: Tx, { sort, limit, offset, clubIds, ofAll }: Search): Promise<Found> {
  const facts = sort.flatMap(({ column, isText }) => (isText ? [] : [sql`, ${entry(column)}`]))
  const order = orderOf(sort, clubIds)
  const { rows } = await sql<{ total: number; id: number | null }>`
    with few as materialized (
      select directory_entry.club_member_id ${facts.length > 0 ? sql.join(facts, sql``) : sql``}
      from directory_entry where ${ofAll} limit ${countedUpTo + 1}
    ),
    counted as (select count(*)::integer as total from few)
    select counted.total, picked.id
    from counted
    left join lateral (
      select directory_entry.club_member_id as id, row_number() over (order by ${order.by}) as place
      from few as directory_entry ${order.joins}
      where counted.total <= ${countedUpTo}
      order by place limit ${limit} offset ${offset}
    ) picked on true
    order by picked.place`.execute(tx)
  return { total: rows[0]?.total ?? 0, ids: rows.flatMap(({ id }) => (id === null ? [] : [id])) }
}

/** The first of an index that fit; null when too few of them do, or no index is in this order. */
async function fromWalk(tx: Tx, search: Search): Promise<number[] | null> {
  const [first] = search.sort
  if (!first || !isIndexed(search.sort)) return null
  return first.places ? await walkPlaces(tx, search, first) : await walkIndex(tx, search, first)
}

/** Backwards empty values come first, which are to come last: they are left out, and left to the reading of all. */
async function walkIndex(tx: Tx, search: Search, first: SortKey): Promise<number[] | null> {
  const { sort, limit, offset, ofRow } = search
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
          where directory_entry.club_member_id = walked.club_member_id and ${ofRow} offset 0
        ) fitting`
      : sql`(select * from ${walk}) directory_entry where ${ofRow}`
  const { rows } = await sql<{ id: number }>`
    select club_member_id as id from ${walked} order by ${order} limit ${limit} offset ${offset}`.execute(tx)
  return rows.length === limit ? rows.map(({ id }) => id) : null
}

/** Along one index for each name, in the order of the names. Those without are left to the reading of all. */
async function walkPlaces(tx: Tx, search: Search, key: SortKey): Promise<number[] | null> {
  const { clubIds, limit, offset, ofRow } = search
  const dir = directions[key.dir]
  const { rows: places } = await sql<{ id: number }>`
    select places.id from ${key.places?.(clubIds)} places
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
      where ${ofRow} order by directory_entry.club_member_id ${dir} limit ${offset + limit - ids.length}`.execute(tx)
    ids.push(...rows.map(({ id }) => id))
    if (ids.length === offset + limit) return ids.slice(offset)
    const { rows: more } = await sql`
      select from directory_entry where ${sql.ref(key.column)} = ${place.id} offset ${walkedUpTo} limit 1`.execute(tx)
    if (more.length > 0) return null
  }
  return null
}

/**
 * Reads every row there is, on several cores; `is null` in front of each key keeps indexes from offering themselves. What
 * looks into other tables is joined first and sorted then: sorted first, it would have to be looked up a row at a time.
 */
async function fromAll(tx: Tx, { sort, limit, offset, clubIds, filter, ofRow }: Search): Promise<number[]> {
  const order = orderOf(sort, clubIds)
  const rows = looksElsewhere({ filter })
    ? sql`(select directory_entry.* from directory_entry where ${ofRow} offset 0) directory_entry ${order.joins}`
    : sql`directory_entry ${order.joins} where ${ofRow}`
  const { rows: found } = await sql<{ id: number }>`
    select directory_entry.club_member_id as id from ${rows}
    order by ${order.by} limit ${limit} offset ${offset}`.execute(tx)
  return found.map(({ id }) => id)
}

/** Does the filter ask for anything that is not in `directory_entry`? */
const looksElsewhere = ({ filter }: Pick<Search, 'filter'>) => fieldsOf(filter).some(field => !isKept(field))

const fieldsOf = (filter: Filter<DirectoryField> | null): DirectoryField[] => {
  if (!filter) return []
  return isGroup(filter) ? filter.filters.flatMap(fieldsOf) : [filter.field]
}

/**
 * The filter's ranges on the column that is sorted by: they say where on its index the walk begins and ends. A status goes
 * with the dates it decides about: who has lapsed came long ago, and would be met last.
 */
function ranges({ filter, clubIds, today }: Wanted, key: SortKey): RawBuilder<unknown>[] {
  const parts = partsOf(filter).filter(part => {
    if (isGroup(part)) return false
    if (part.field === 'memberStatusId' && part.operator === 'eq' && isByStatus(key)) return true
    return keptBy(part.field) === key.column && isRange(part.operator)
  })
  return parts.map(part => filterCondition(part, directoryFields({ clubIds, today }), 'UTC'))
}

const isRange = (operator: Operator) => ['eq', 'lt', 'lte', 'gt', 'gte', 'startswith', 'isnull'].includes(operator)

const entry = (name: string) => sql.ref(`directory_entry.${name}`)

const where = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
