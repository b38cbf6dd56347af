import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { conditionOf } from './condition.ts'
import { readFilter } from './matching-members.ts'
import { orderOf, placed } from './order.ts'
import { readSort } from './sorting.ts'

export interface AllMembers {
  readonly clubIds: readonly number[]
  readonly filter: string
  readonly sort: string
  readonly today: string
  /** Only these of them. */
  readonly memberIds?: readonly number[]
}

/**
 * All memberships that match, in order, some at a time, however many they are: their ids. Lasts as long as the
 * transaction, and one at a time in it.
 * @throws Refused 400 for a filter or a sort that cannot be read
 */
export async function allMembers(tx: Transaction<Tables>, { clubIds, filter, sort, today, memberIds }: AllMembers) {
  const order = orderOf(await placed(tx, readSort(sort), clubIds))
  const only: RawBuilder<unknown> = memberIds
    ? sql`directory_entry.member_id = any(${[...memberIds]}::bigint[])`
    : sql`true`
  const found = sql`from directory_entry ${order.joins}
    where ${conditionOf({ clubIds, today }, readFilter(filter))} and ${only}`
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total ${found}`.execute(tx)
  // Not a cursor: whose `declare` takes no parameters.
  await sql`create temporary table all_members on commit drop as
    select row_number() over (order by ${order.by}) as place, directory_entry.club_member_id as id ${found}`.execute(tx)
  await sql`create unique index on all_members (place)`.execute(tx)
  let place = 0
  return {
    total: rows[0]?.total ?? 0,
    async next(count: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select id from all_members where place > ${place} and place <= ${place + count} order by place`.execute(tx)
      place += count
      return rows.map(({ id }) => id)
    },
  }
}
