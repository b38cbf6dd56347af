import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Tx = Transaction<Tables>

/** Rows that one statement takes: each statement runs the triggers of its table once. */
const chunkLength = 500

/** Identities for rows that point at each other before any of them is stored. */
export async function newIds(tx: Tx, table: keyof Tables, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::bigint as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}

type Row = Readonly<Record<string, unknown>>

/** Which member a row is of, and the columns that are its key. */
export interface Logged {
  readonly importId: number
  readonly rootClubId: number
  readonly memberIdOf: (row: Row) => number
  readonly key: readonly string[]
}

/**
 * Inserts rows with all their columns, identities included, and writes each one down so that it can be taken away again.
 * Rows that are there already by the columns of `unless` (SQL, of a unique index) are passed over. They all have the same
 * columns.
 */
export async function insertRows(
  tx: Tx,
  table: keyof Tables,
  rows: readonly Row[],
  { importId, rootClubId, memberIdOf, key }: Logged,
  { unless }: { readonly unless?: string } = {},
): Promise<void> {
  for (let from = 0; from < rows.length; from += chunkLength) {
    const chunk = rows.slice(from, from + chunkLength)
    const names = sql.join(Object.keys(chunk[0] ?? {}).map(name => sql.ref(name)))
    const keyOf = (row: string) =>
      sql`jsonb_build_object(${sql.join(key.map(column => sql`${sql.lit(column)}, ${sql.ref(`${row}.${column}`)}`))})`
    await sql`
      with given as (
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(chunk)}::jsonb) with ordinality
      ), owned as (
        select * from unnest(${chunk.map(memberIdOf)}::bigint[]) with ordinality as each (owner_id, ordinality)
      ), made as (
        insert into ${sql.table(table)} as entry (${names}) overriding system value
        select ${names} from given order by ordinality
        ${unless ? sql`on conflict ${sql.raw(unless)} do nothing` : sql``}
        returning ${keyOf('entry')} as key
      )
      insert into import_change (import_batch_id, root_club_id, member_id, table_name, what, key)
      select ${importId}, ${rootClubId}, owned.owner_id, ${table}, 'added', made.key
      from given join owned using (ordinality) join made on made.key = ${keyOf('given')}
      order by ordinality`.execute(tx)
  }
}

/** A row that is there, by its id, and the columns of it that change. */
export interface RowChange {
  readonly id: number
  readonly memberId: number
  readonly set: Row
}

/** Sets columns of rows that are there, each by its own values, and writes down the whole row before and after. */
export async function updateRows(
  tx: Tx,
  table: keyof Tables,
  changes: readonly RowChange[],
  { importId, rootClubId }: Pick<Logged, 'importId' | 'rootClubId'>,
): Promise<void> {
  const filled = changes.filter(({ set }) => Object.keys(set).length > 0)
  for (let from = 0; from < filled.length; from += chunkLength) {
    const chunk = filled.slice(from, from + chunkLength)
    const columns = [...new Set(chunk.flatMap(({ set }) => Object.keys(set)))]
    const assignments = columns.map(column => sql`${sql.ref(column)} = wanted.${sql.ref(column)}`)
    if (hasVersion.has(table)) assignments.push(sql`version = entry.version + 1`)
    await sql`
      with given as (
        select id, member_id, set from unnest(
          ${chunk.map(({ id }) => id)}::bigint[], ${chunk.map(({ memberId }) => memberId)}::bigint[],
          ${chunk.map(({ set }) => JSON.stringify(set))}::jsonb[]
        ) as each (id, member_id, set)
      ), old as (
        select entry.id, entry as whole from ${sql.table(table)} entry
        where entry.id in (select id from given) order by entry.id for update
      ), changed as (
        update ${sql.table(table)} entry set ${sql.join(assignments)}
        from old join given using (id) cross join lateral jsonb_populate_record(old.whole, given.set) wanted
        where entry.id = old.id
        returning entry.id, given.member_id, to_jsonb(old.whole) as before, to_jsonb(entry) as after
      )
      insert into import_change (import_batch_id, root_club_id, member_id, table_name, what, key, before, after)
      select ${importId}, ${rootClubId}, member_id, ${table}, 'changed', jsonb_build_object('id', id), before, after
      from changed order by id`.execute(tx)
  }
}

/** Tables whose rows are edited in a form. */
export const hasVersion: ReadonlySet<keyof Tables> = new Set<keyof Tables>(['person', 'club_member'])
