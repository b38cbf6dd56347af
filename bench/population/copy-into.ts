import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Franchise } from './franchise.ts'
import type { Row, TableOfRows } from './rows.ts'

/**
 * Fills an empty table by COPY. Its indexes are made afterwards, each in one go: one that grows row by row takes several
 * times as long.
 */
export async function copyInto(client: pg.PoolClient, { table, columns, rows }: TableOfRows, franchise: Franchise) {
  const { rows: late } = await client.query<{ drop: string; make: string }>(
    `select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as make
     from pg_index where indrelid = $1::regclass
       and not exists (select from pg_constraint where conindid = indexrelid)
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint made where conrelid = $1::regclass and contype in ('u', 'x')
       and not exists (select from pg_constraint where contype = 'f' and conindid = made.conindid)`,
    [table],
  )
  for (const { drop } of late) await client.query(drop)
  const copy = client.query(copyFrom(`copy ${table} (${columns.join()}) from stdin`))
  await pipeline(Readable.from(chunksOf(rows(franchise))), copy)
  for (const { make } of late) await client.query(make)
  return copy.rowCount
}

const chunkSize = 65_536

/** As COPY's text format has it. What is made up holds no tab, line break or backslash. */
function* chunksOf(rows: Iterable<Row>) {
  let chunk = ''
  for (const row of rows) {
    let line = ''
    for (const value of row) line += `${value ?? '\\N'}\t`
    chunk += `${line.slice(0, -1)}\n`
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
