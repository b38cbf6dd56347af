import { type RawBuilder, sql } from 'kysely'
import type { Write } from '../platform/route.ts'

/** A row's primary key, by column. */
type Key = readonly string[]

/** Changes rows, and writes each change down so that it can be taken back: the one way in which a merge changes anything. */
export interface MergeLog {
  /** Sets a column of the rows that have one value to another. */
  move(rows: { table: string; column: string; key: Key; from: number; to: number }): Promise<void>
  /** Sets columns of the rows that fit. */
  change(table: string, set: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<void>
  remove(table: string, where: RawBuilder<unknown>): Promise<void>
  /** Inserts what a select gives for these columns. */
  add(table: string, columns: readonly string[], select: RawBuilder<unknown>): Promise<void>
  /** Rows that another area has inserted for the merge, by their ids. */
  added(table: string, ids: readonly number[]): Promise<void>
}

export function mergeLog(tx: Write['tx'], mergeId: number): MergeLog {
  const into = sql`insert into member_merge_row (member_merge_id, table_name, what, key, before, after)`
  const keyOf = (key: Key) =>
    sql`jsonb_build_object(${sql.join(key.flatMap(column => [sql.lit(column), sql`entry.${sql.ref(column)}`]))})`
  return {
    async move({ table, column, key, from, to }) {
      await sql`
        with moved as (
          update ${sql.table(table)} entry set ${sql.ref(column)} = ${to} where entry.${sql.ref(column)} = ${from}
          returning ${keyOf(key)} as key
        )
        ${into} select ${mergeId}, ${table}, 'moved', key, jsonb_build_object(${sql.lit(column)}, ${from}::bigint),
          jsonb_build_object(${sql.lit(column)}, ${to}::bigint) from moved`.execute(tx)
    },

    async change(table, set, where) {
      await sql`
        with old as (select entry.*, entry.ctid as place from ${sql.table(table)} entry where ${where} for update),
        changed as (
          update ${sql.table(table)} entry set ${set} from old where entry.ctid = old.place
          returning entry.id, to_jsonb(old) - 'place' as before, to_jsonb(entry) as after
        )
        ${into} select ${mergeId}, ${table}, 'changed', jsonb_build_object('id', id), before, after from changed`.execute(
        tx,
      )
    },

    async remove(table, where) {
      await sql`
        with gone as (delete from ${sql.table(table)} entry where ${where} returning to_jsonb(entry) as row)
        ${into} select ${mergeId}, ${table}, 'removed', '{}', row, null from gone`.execute(tx)
    },

    async add(table, columns, select) {
      await sql`
        with made as (
          insert into ${sql.table(table)} as entry (${sql.join(columns.map(column => sql.ref(column)))}) ${select}
          returning entry.id, to_jsonb(entry) as row
        )
        ${into} select ${mergeId}, ${table}, 'added', jsonb_build_object('id', id), null, row from made`.execute(tx)
    },

    async added(table, ids) {
      await sql`
        ${into} select ${mergeId}, ${table}, 'added', jsonb_build_object('id', id), null, to_jsonb(entry)
        from ${sql.table(table)} entry where id = any(${[...ids]}::bigint[]) order by id`.execute(tx)
    },
  }
}

interface LoggedRow {
  tableName: string
  what: 'moved' | 'changed' | 'removed' | 'added'
  key: Record<string, unknown>
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * Takes back what a merge did, from the last row to the first. What has been changed by someone since keeps that change:
 * only columns that still are as the merge left them go back.
 */
export async function undoLogged(tx: Write['tx'], mergeId: number): Promise<void> {
  const { rows } = await sql<LoggedRow>`
    select table_name as "tableName", what, key, before, after from member_merge_row
    where member_merge_id = ${mergeId} order by id desc`.execute(tx)
  for (const row of rows) await takeBack(tx, row)
}

async function takeBack(tx: Write['tx'], { tableName, what, key, before, after }: LoggedRow): Promise<void> {
  const table = sql.table(tableName)
  const isIt = sql.join(
    Object.entries(key).map(([column, value]) => sql`entry.${sql.ref(column)} = ${value}`),
    sql` and `,
  )
  if (what === 'added') {
    await sql`delete from ${table} entry where ${isIt}`.execute(tx)
  } else if (what === 'removed') {
    const columns = await columnsOf(tx, tableName)
    const names = sql.join(columns.map(column => sql.ref(column)))
    await sql`
      insert into ${table} (${names}) overriding system value
      select ${names} from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb)`.execute(tx)
  } else {
    const columns = (await columnsOf(tx, tableName)).filter(
      column => before && column in before && JSON.stringify(before[column]) !== JSON.stringify(after?.[column]),
    )
    for (const column of columns.filter(name => name !== 'version')) {
      const name = sql.ref(column)
      await sql`
        update ${table} entry set ${name} = old.${name}
        from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb) old,
          jsonb_populate_record(null::${table}, ${JSON.stringify(after)}::jsonb) merged
        where ${isIt} and entry.${name} is not distinct from merged.${name}`.execute(tx)
    }
  }
}

/** Without those that the database computes. */
async function columnsOf(tx: Write['tx'], table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx)
  return rows.map(({ name }) => name)
}
