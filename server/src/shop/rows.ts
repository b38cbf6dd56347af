import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/** The tree that a club is in. */
export async function rootOf(db: Db, clubId: number): Promise<number> {
  const club = await db.selectFrom('club').select('root_club_id').where('id', '=', clubId).executeTakeFirstOrThrow()
  return club.root_club_id
}

/** @throws Refused 400 under the field when the row is not of the club nor of one above it */
export async function requireAbove(
  db: Db,
  table: 'product_category' | 'product' | 'product_variant',
  { id, clubId, field, message }: { id: number; clubId: number; field: string; message: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} owned
    where owned.id = ${id} and owned.club_id in (select club_id from club_and_above(${clubId}))`.execute(db)
  if (rows.length === 0) throw new Refused(400, message, { [field]: [message] })
}

interface Archiving {
  readonly table: 'product_category' | 'product' | 'product_variant'
  readonly id: number
  readonly clubId: number
  readonly name: string
  readonly isArchived: boolean
}

/** Takes a row out of what is offered or puts it back; asked twice, the first time stays. */
export async function setArchived({ tx, now, audit }: Write, { table, id, clubId, name, isArchived }: Archiving) {
  await sql`
    update ${sql.table(table)} set version = version + 1, archived_at = ${isArchived ? now : null}
    where id = ${id} and (archived_at is not null) <> ${isArchived}`.execute(tx)
  audit({
    clubId,
    subject: table,
    subjectId: id,
    before: { name, isArchived: !isArchived },
    after: { name, isArchived },
  })
}

/** "1 product", "3 products" */
export const numberOf = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`
