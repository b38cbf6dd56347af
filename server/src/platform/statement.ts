import { type CompiledQuery, type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The places of values in a query. */
export type Places<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

/** Built by Kysely, or by its `sql`. */
export interface Query<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>
}

/**
 * A query whose text is always the same. It is built and compiled for its first use, and later uses only put their values
 * into their places. A list is one value: `= any(${ids})`, as the text of `in` depends on how many there are.
 * @returns runs the query on a database or within a transaction, and answers with its rows
 */
export function statement<Values extends object, Row>(
  build: (db: Kysely<Tables>, places: Places<Values>) => Query<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, placesOf<Values>()).compile(db)
    const parameters = compiled.parameters.map(each =>
      each instanceof Place ? values[each.name as keyof Values] : each,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** For a query that is built for these values alone. */
export const valuesInPlace = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sql.val(value)])) as Places<Values>

/** Marks the place of a value among the parameters of a compiled query. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Whatever name the query asks for has a place. */
const placesOf = <Values>() =>
  new Proxy({}, { get: (_none, name) => sql.val(new Place(String(name))) }) as Places<Values>
