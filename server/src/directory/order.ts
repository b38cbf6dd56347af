import { sql } from 'kysely'
import type { SortKey } from './sorting.ts'

/** The whole order: empty values last in both directions, ties by the id. */
export function orderOf(sort: readonly SortKey[], clubIds: readonly number[]) {
  const isText = sort.some(key => key.isText)
  const texts = sql`join directory_text on directory_text.club_member_id = directory_entry.club_member_id`
  const joins = sort.flatMap(({ column, places }, index) => {
    const name = sql.raw(`places_${index}`)
    return places
      ? [sql`left join ${places(clubIds)} ${name} on ${name}.id = ${sql.ref(`directory_entry.${column}`)}`]
      : []
  })
  const by = sort.map(({ column, dir, places, isText }, index) => {
    const kept = isText ? sql.ref(`directory_text.${column}`) : sql.ref(`directory_entry.${column}`)
    const value = places ? sql.raw(`places_${index}.place`) : kept
    return sql`${value} is null, ${value} ${directions[dir]}`
  })
  const last = sql`directory_entry.club_member_id ${directions[sort[0]?.dir ?? 'asc']}`
  return { joins: sql.join([isText ? texts : sql``, ...joins], sql` `), by: sql.join([...by, last]) }
}

export const directions = { asc: sql`asc`, desc: sql`desc` } as const
