import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

const personName = sql`(select trim(first_name || ' ' || last_name) from person where person.id = entry.person_id)`

/** The column or expression that names a row of each table whose ids are found in someone's data. */
const nameOf: Readonly<Record<string, ReturnType<typeof sql>>> = {
  account: personName,
  attribute: sql`name`,
  automation: sql`name`,
  class: sql`class_name`,
  club: sql`name`,
  discipline: sql`name`,
  discount: sql`name`,
  document: sql`title`,
  document_version: sql`title || ', version ' || number`,
  grade: sql`name`,
  import_batch: sql`file_name`,
  lookup: sql`name`,
  member: personName,
  member_category: sql`name`,
  message: sql`coalesce(nullif(subject, ''), name)`,
  not_interested_reason: sql`name`,
  person: sql`trim(first_name || ' ' || last_name)`,
  product: sql`name`,
  product_variant: sql`name`,
  provider_account: sql`provider`,
  tag: sql`name`,
  training_plan: sql`name`,
}

export const isNamed = (table: string) => table in nameOf

export type Names = ReadonlyMap<string, string>

/** Reads the names of rows, by table and id: `names.get('tag 5')`. Ids of tables without names are left out. */
export async function readNames(db: Db, ids: ReadonlyMap<string, ReadonlySet<number>>): Promise<Names> {
  const reads = [...ids].flatMap(([table, wanted]) => {
    const name = nameOf[table]
    return name
      ? [
          sql`select ${table}::text || ' ' || entry.id as key, (${name})::text as name
            from ${sql.table(table)} entry where entry.id = any(${[...wanted]})`,
        ]
      : []
  })
  if (reads.length === 0) return new Map()
  const { rows } = await sql<{ key: string; name: string }>`${sql.join(reads, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
