import { sql } from 'kysely'
import { mayTouch, type User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

export const refused = (status: number, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })

export async function rootOf(db: Db, clubId: number): Promise<number> {
  const { root_club_id } = await db
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return root_club_id
}

/** The user's clubs among a club and all below it: where what it has made is used. */
export async function usedIn(db: Db, user: User, clubId: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    select club.id, club.name from club_and_below(${clubId}) below join club on club.id = below.club_id
    where club.id = any(${[...user.clubs.keys()]}) order by club.id <> ${clubId}, club.name, club.id limit 1000`.execute(
    db,
  )
  return rows.map(({ id, name }) => ({ id, name, isAdmin: mayTouch(user, id, true) }))
}

interface Named {
  readonly table: 'message_template' | 'message_layout'
  readonly clubId: number
  readonly name: string
}

/** The name itself where the club has none of it, otherwise with a number behind it. */
export async function freeName(db: Db, { table, clubId, name }: Named): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name::text as name from ${sql.table(table)} where club_id = ${clubId}`.execute(db)
  const taken = new Set(rows.map(row => row.name.toLowerCase()))
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name.slice(0, 92)} (${number})`
  return free
}
