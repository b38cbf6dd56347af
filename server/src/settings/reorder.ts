import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'

interface Move {
  readonly table: 'member_category' | 'not_interested_reason'
  readonly id: number
  readonly positions: number
}

/**
 * Moves a row among those of its club, which are numbered anew from 1: moves and additions of one club go one after the
 * other, under a lock on the club.
 */
export async function reorder({ tx, audit }: Write, { table, id, positions }: Move) {
  const found = await sql<{ clubId: number; name: string }>`
    select club_id as "clubId", name from ${sql.table(table)} where id = ${id}`.execute(tx)
  const { clubId, name } = found.rows[0] ?? { clubId: 0, name: '' }
  await lockLists(tx, clubId)
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where club_id = ${clubId} order by position, id for update`.execute(tx)
  const ids = rows.map(row => row.id)
  const from = ids.indexOf(id)
  const to = Math.min(Math.max(from + positions, 0), ids.length - 1)
  ids.splice(from, 1)
  ids.splice(to, 0, id)
  await sql`
    update ${sql.table(table)} entry set position = placed.place
    from unnest(${ids}::bigint[]) with ordinality as placed (id, place)
    where placed.id = entry.id and entry.position <> placed.place`.execute(tx)
  audit({
    clubId,
    subject: table,
    subjectId: id,
    before: { name, position: from + 1 },
    after: { name, position: to + 1 },
  })
  return { id, position: to + 1 }
}

/** Whoever adds to a list of a club, or moves within it, waits for who does so already. */
export async function lockLists(tx: Write['tx'], clubId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('honbu lists ' || ${clubId}::text, 0))`.execute(tx)
}

/** The place after the last of a club's rows; call with the lists locked. */
export async function lastPlace(tx: Write['tx'], table: Move['table'], clubId: number): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select coalesce(max(position), 0) + 1 as place from ${sql.table(table)} where club_id = ${clubId}`.execute(tx)
  return rows[0]?.place ?? 1
}
