import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../src/platform/database.ts'

/** Copies of rows by the id of the row, as ids are different in every table. */
export type Copies = ReadonlyMap<number, readonly number[]>

/** Ids of each table are far from those of all others, so that an id says what it is of. */
export async function idsApart(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(format('%I', table_name), column_name) as name
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES' order by table_name`.execute(
    db,
  )
  for (const [index, { name }] of rows.entries())
    await sql`select setval(${name}::regclass, ${(index + 1) * 1_000_000})`.execute(db)
}

/**
 * Looks at every row that is there now, and makes more of them as often as it is asked: copies that belong together as the
 * rows do, each with its own of everything; and as many that hang on the same rows, where no constraint says that there is
 * one of these.
 * @returns what makes so many more, and tells the copies of this time
 */
export async function growing(db: Db): Promise<(times: number) => Promise<Copies>> {
  const seeds: { table: Table; rows: readonly Row[] }[] = []
  for (const table of await tablesInOrder(db)) {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table.name)} t`.execute(db)
    seeds.push({ table, rows: rows.map(({ row }) => row) })
  }
  return async times => {
    const copies = new Map<number, number[]>()
    for (const { table, rows } of seeds)
      for (const row of rows) {
        const own = Array.from({ length: times }, (_, index) => copyOf(row, table, id => copies.get(id)?.[index] ?? id))
        const made = await insert(db, table, own)
        if (typeof row.id === 'number') copies.set(row.id, made)
        if (wholes.has(table.name)) continue
        const more = Array.from({ length: times }, () => copyOf(row, table, id => id))
        await insert(db, table, more)
      }
    return copies
  }
}

type Row = Record<string, unknown>

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly hasId: boolean
  /** Columns that point at the id of another row, and the tables they point at. */
  readonly pointers: Readonly<Record<string, string>>
  /** Those that have to differ. */
  readonly unique: readonly string[]
}

/** What is pointed at first; of those that point at each other, any. */
async function tablesInOrder(db: Db): Promise<Table[]> {
  const { rows: tables } = await sql<Table>`
    select class.relname as name,
      array(select attname::text from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped
        and attgenerated = '' and attidentity = '') as columns,
      exists (select from pg_attribute where attrelid = class.oid and attidentity <> '') as "hasId",
      (select coalesce(jsonb_object_agg(own.attname, target.relname), '{}') from pg_constraint
        join pg_class target on target.oid = confrelid
        join lateral unnest(conkey, confkey) as pair (from_key, to_key) on true
        join pg_attribute own on own.attrelid = conrelid and own.attnum = from_key
        join pg_attribute other on other.attrelid = confrelid and other.attnum = to_key and other.attname = 'id'
        where conrelid = class.oid and contype = 'f') as pointers,
      array(select distinct attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = class.oid and indisunique and atttypid in ('text'::regtype, 'citext'::regtype, 'uuid'::regtype)
      ) as unique
    from pg_class class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('migration', 'lookup', 'signing_key', 'directory_day')
    order by relname`.execute(db)
  const done: Table[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const open = new Set([...waiting].map(({ name }) => name))
    const isFree = ({ name, pointers }: Table) =>
      Object.values(pointers).every(other => other === name || !open.has(other))
    const next = [...waiting].find(isFree) ?? [...waiting][0]
    if (!next) break
    waiting.delete(next)
    done.push(next)
  }
  return done
}

/** Of these there is none without rows that hang on it. */
const wholes: ReadonlySet<string> = new Set(['report_schedule', 'member_order'])

/** A club stays what it is: who may do what depends on it. */
const fixed = /^(root_club_id|club_id|parent_club_id)$/

function copyOf(row: Row, { columns, pointers, unique }: Table, other: (id: number) => number): Row {
  const copy: Row = {}
  for (const column of columns) {
    const value = row[column]
    if (typeof value === 'number' && column in pointers && !fixed.test(column)) copy[column] = other(value)
    else if (typeof value === 'string' && unique.includes(column) && ownWord.test(column)) copy[column] = another(value)
    else copy[column] = value
  }
  return copy
}

/** Others are words of a list. */
const ownWord = /(name|email|number|token|code|reference|secret|key|sub|uid|title|address)$/
const uuid = /^[0-9a-f]{8}-/
const another = (text: string) => (uuid.test(text) ? randomUUID() : `${randomUUID().slice(0, 8)}${text}`)

/** @returns the ids of those that could be made */
async function insert(db: Db, table: Table, rows: readonly Row[]): Promise<number[]> {
  const columns = sql.join(table.columns.map(column => sql.ref(column)))
  const returned = table.hasId ? sql`id` : sql`0 as id`
  try {
    const made = await sql<{ id: number }>`
      insert into ${sql.table(table.name)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(rows)})
      returning ${returned}`.execute(db)
    return made.rows.map(({ id }) => id)
  } catch {
    // There may be one of these only, or so many: what a constraint refuses in a row, it refuses here.
    if (rows.length === 1) return []
    const made: number[] = []
    for (const row of rows) {
      const [id] = await insert(db, table, [row])
      if (id === undefined && made.length === 0) return []
      if (id !== undefined) made.push(id)
    }
    return made
  }
}
