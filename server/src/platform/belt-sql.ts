import type { Belt } from '@honbu/contract/belt.ts'
import { type RawBuilder, sql } from 'kysely'

/** The name and look of a grade, as pairs for json_build_object. `table`: the alias of `grade` in the query. */
export const beltPairs = (table: string) =>
  sql.raw(
    [
      ['gradeName', 'name'],
      ['colour', 'colour'],
      ['colourTwo', 'colour_two'],
      ['pattern', 'pattern'],
      ['stripe', 'stripe'],
      ['bars', 'bars'],
      ['barColour', 'bar_colour'],
    ]
      .map(([key, column]) => `'${key}', ${table}.${column}`)
      .join(', '),
  )

/** A belt of the wire; null where the outer join has found no grade. */
export const beltSql = (table: string): RawBuilder<Belt | null> =>
  sql`case when ${sql.ref(`${table}.id`)} is not null then json_build_object(${beltPairs(table)}) end`
