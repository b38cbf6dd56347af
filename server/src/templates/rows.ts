import { sql } from 'kysely'
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
