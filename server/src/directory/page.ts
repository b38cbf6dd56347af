import { countedUpTo } from '@honbu/contract/directory.ts'
import { sql, type Transaction } from 'kysely'
import type { Bool } from '../platform/grid-filter.ts'
import { planForValues } from '../platform/plan-for-values.ts'
import type { Tables } from '../platform/tables.ts'
import { knownCondition } from './condition.ts'
import { directions, orderOf, type PlacedKey, placed } from './order.ts'
import { fromWalk, looksElsewhere, type Search, type Wanted } from './walk.ts'

type Tx = Transaction<Tables>

interface Found {
  readonly total: number
  /** Of the memberships, in their order. */
  readonly ids: readonly number[]
}

/**
 * The page of a filter and a sort, whichever of the two leaves little to do. Decision 22 has the times.
 *
 * Few match: they are all fetched and sorted, which counts them too. Many match: they are met soon on a walk along the
 * index of the sort (`walk.ts`), unless the filter's stand at its far end (who has lapsed has not attended lately), which
 * nobody knows beforehand; so the walk is short, and if it was in vain all rows are read once.
 */
export async function findPage(tx: Tx, wanted: Wanted): Promise<Found> {
  await planForValues(tx)
  const search: Search = {
    ...wanted,
    sort: await placed(tx, wanted.sort, wanted.clubIds),
    ...(await knownCondition(tx, wanted, wanted.filter)),
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

const entry = (name: string) => sql.ref(`directory_entry.${name}`)
