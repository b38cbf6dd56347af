import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export interface Column {
  readonly name: string
  /** As Postgres names it: 'date', 'jsonb'. */
  readonly type: string
  /** The table whose id is in it, null for what is no id. */
  readonly target: string | null
  readonly isKey: boolean
}

/** The columns of tables, by table, and the table that each name of an id means wherever it means just one. */
export interface Columns {
  readonly of: ReadonlyMap<string, readonly Column[]>
  readonly targets: ReadonlyMap<string, string>
}

/**
 * Reads from the catalogue what each column of some tables holds. A foreign key says what an id is the id of. Without
 * one, the foreign keys of all columns of that name say it, if they agree, and else the name (`document_id`).
 */
export async function readColumns(db: Db, tables: readonly string[]): Promise<Columns> {
  const { rows: references } = await sql<{ column: string; target: string; table: string }>`
    select own.attname as column, confrelid::regclass::text as target, conrelid::regclass::text as table
    from pg_constraint
    cross join lateral unnest(conkey, confkey) as pair(from_number, to_number)
    join pg_attribute own on own.attrelid = conrelid and own.attnum = from_number
    join pg_attribute other on other.attrelid = confrelid and other.attnum = to_number
    where contype = 'f' and other.attname = 'id' and conparentid = 0 and connamespace = 'public'::regnamespace
    order by conrelid, own.attnum, target`.execute(db)
  const { rows: columns } = await sql<{ table: string; name: string; type: string; isKey: boolean }>`
    select attrelid::regclass::text as table, attname as name, format_type(atttypid, null) as type,
      coalesce(attnum = any((select indkey from pg_index where indrelid = attrelid and indisprimary)::int2[]), false) as "isKey"
    from pg_attribute where attrelid = any(${[...tables]}::regclass[]) and attnum > 0 and not attisdropped
    order by attrelid, attnum`.execute(db)
  const { rows: named } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  )

  const declared = new Map(references.map(({ table, column, target }) => [`${table}.${column}`, target]))
  const byName = Map.groupBy(references, ({ column }) => column)
  const agreed = [...byName].flatMap(([column, rows]): [string, string][] => {
    const [target, ...others] = new Set(rows.map(row => row.target))
    return target && others.length === 0 ? [[column, target]] : []
  })
  const targets = new Map([...named.map(({ name }): [string, string] => [`${name}_id`, name]), ...agreed])
  const of = Map.groupBy(
    columns.map(column => ({
      ...column,
      target: declared.get(`${column.table}.${column.name}`) ?? targets.get(column.name) ?? null,
    })),
    ({ table }) => table,
  )
  return { of, targets }
}
