import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { SortKey } from './sorting.ts'

/** What is sorted by the names that ids stand for, with these ids in the order of their names. */
export interface PlacedKey extends SortKey {
  readonly ids?: readonly number[]
}

/** The names are few, and put in order beforehand: then a reading of all members need not wait for them. */
export async function placed(db: Db, sort: readonly SortKey[], clubIds: readonly number[]): Promise<PlacedKey[]> {
  const keys: PlacedKey[] = []
  for (const key of sort) {
    if (!key.places) {
      keys.push(key)
      continue
    }
    const { rows } = await sql<{ id: number }>`
      select id from ${key.places(clubIds)} places order by place`.execute(db)
    const ids = rows.map(({ id }) => id)
    keys.push({ ...key, ids, values: sql`unnest(${ids}::bigint[]) with ordinality` })
  }
  return keys
}

/** The whole order: empty values last in both directions, ties by the id. */
export function orderOf(sort: readonly PlacedKey[]) {
  const isText = sort.some(key => key.isText)
  const texts = sql`join directory_text on directory_text.club_member_id = directory_entry.club_member_id`
  const joins = sort.flatMap(({ column, ids }, index) => {
    const name = sql.raw(`places_${index}`)
    return ids
      ? [
          sql`left join unnest(${[...ids]}::bigint[]) with ordinality ${name} (id, place)
            on ${name}.id = ${sql.ref(`directory_entry.${column}`)}`,
        ]
      : []
  })
  const by = sort.map(({ column, dir, ids, isText }, index) => {
    const kept = isText ? sql.ref(`directory_text.${column}`) : sql.ref(`directory_entry.${column}`)
    const value = ids ? sql.raw(`places_${index}.place`) : kept
    return sql`${value} is null, ${value} ${directions[dir]}`
  })
  const last = sql`directory_entry.club_member_id ${directions[sort[0]?.dir ?? 'asc']}`
  return { joins: sql.join([isText ? texts : sql``, ...joins], sql` `), by: sql.join([...by, last]) }
}

export const directions = { asc: sql`asc`, desc: sql`desc` } as const
