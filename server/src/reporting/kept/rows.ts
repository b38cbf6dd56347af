import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Bucket, CountFor } from '../buckets.ts'
import { type Kept, keptOf, type Touched } from './kept.ts'
import { distinct, partsOf } from './parts.ts'

interface Given<Row> {
  readonly name: string
  readonly reads: readonly Touched[]
  /** What is kept: the months of each bucket, the evening of its last day, or the bucket as it is. */
  readonly by?: 'month' | 'evening' | 'bucket'
  readonly columns: readonly (keyof Row & string)[]
  /** SQL over the buckets of a count: a table with club_id, bucket and these columns. */
  readonly sql: (of: CountFor) => RawBuilder<unknown>
}

/** Rows of a section's table, counted by club and month and kept. */
export interface KeptRows<Row> {
  /** Those of all parts of the buckets, club by club: whoever asks adds them up. */
  readonly of: (db: Db, of: CountFor) => Promise<(Row & { readonly clubId: number })[]>
}

export function keptRows<Row extends object>({
  name,
  reads,
  by = 'month',
  columns,
  sql: rowsSql,
}: Given<Row>): KeptRows<Row> {
  const kept: Kept<readonly (readonly unknown[])[]> = {
    ...{ name, reads },
    count: async (db, of) => {
      const { rows } = await sql<{ club_id: number; bucket: number; value: unknown[][] }>`
        select club_id, bucket, jsonb_agg(jsonb_build_array(${sql.join(columns.map(name => sql.ref(name)))})) as value
        from ${rowsSql(of)} part_of group by club_id, bucket`.execute(db)
      return rows.map(({ club_id: clubId, bucket, value }) => ({ clubId, bucket, value }))
    },
  }
  const rowOf = (clubId: number, cells: readonly unknown[]) => {
    const row: Record<string, unknown> = { clubId }
    for (const [place, name] of columns.entries()) row[name] = cells[place]
    // These are its columns.
    return row as Row & { readonly clubId: number }
  }
  return {
    of: async (db, of) => {
      const { buckets } = distinct(of.buckets.map(partsBy[by]))
      const found = await keptOf(db, kept, { ...of, buckets })
      return of.clubIds.flatMap(clubId =>
        buckets.flatMap((_, place) => (found(clubId, place) ?? []).map(cells => rowOf(clubId, cells))),
      )
    },
  }
}

const partsBy = {
  month: partsOf,
  evening: ({ until }: Bucket) => [{ from: until, until }],
  bucket: (bucket: Bucket) => [bucket],
}

type Numbers<Name extends string> = { [Key in Name]: number }

/** Adds up numbers of rows that have the same key, in the order in which the keys come first. */
export function addUp<Row extends Numbers<Name>, Name extends string>(
  rows: readonly Row[],
  key: (row: Row) => string | number | null,
  names: readonly Name[],
): Row[] {
  const sums = new Map<string | number | null, Row>()
  for (const row of rows) {
    const own = key(row)
    const sum = sums.get(own)
    // The sum is a row of its own, not what was found.
    if (!sum) sums.set(own, { ...row })
    else for (const name of names) (sum as Numbers<Name>)[name] += row[name]
  }
  return [...sums.values()]
}
