import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Tables } from '../../platform/tables.ts'

const names = [
  'club',
  'club_member',
  'member_status_change',
  'membership_terms',
  'membership_freeze',
  'class',
  'class_availability',
  'class_timetable',
  'class_member',
  'attendance',
] as const

type Name = (typeof names)[number]
export type WholeTables = { readonly [Table in Name]: readonly Selectable<Tables[Table]>[] }

/** All rows of some clubs, in the order in which they were written: for the second, slow computation of the tests. */
export async function wholeTables(db: Db, clubIds: readonly number[]): Promise<WholeTables> {
  const read = async (name: Name) => {
    const rows: readonly object[] = await db
      .selectFrom(name)
      .selectAll()
      .where(sql.ref(name === 'club' ? 'id' : 'club_id'), 'in', [...clubIds])
      .execute()
    return [name, rows.toSorted((a, b) => ('id' in a && 'id' in b ? Number(a.id) - Number(b.id) : 0))] as const
  }
  // Each table under its own name: fromEntries only knows that its keys are strings.
  return Object.fromEntries(await Promise.all(names.map(read))) as unknown as WholeTables
}
