import { columnOf } from '@honbu/contract/grid/columns.ts'
import { type Columns, type FieldOf, GridError, type GridInput, parseGrid, type Sort } from '@honbu/contract/grid.ts'
import { type Expression, type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { Db } from './database.ts'
import { filterCondition, folded } from './grid-filter.ts'
import { Refused } from './refused.ts'
import { type Places, statement, valuesInPlace } from './statement.ts'

/** A column of the query ('person.last_name'), or SQL over its tables. */
type Source<DB, TB extends keyof DB> = StringReference<DB, TB> | Expression<unknown>

/** How one endpoint's grid is answered in SQL. */
export interface GridSql<DB, TB extends keyof DB, C extends Columns> {
  /** The declaration that the contract gives to both sides. */
  readonly columns: C
  /** Where each column's value comes from: exactly the fields that may be filtered and sorted by, no others. */
  readonly expressions: { readonly [Field in keyof C]: Source<DB, TB> }
  /** Unique in the rows; it breaks ties in the sort, so that pages never overlap and never leave a row out. */
  readonly id: Source<DB, TB>
  /** The order where the query names none. */
  readonly sort?: readonly Sort<FieldOf<C>>[]
  /** Of rows that are otherwise equal the newest first: for what is written down day by day. */
  readonly newestFirst?: boolean
  /** The zone whose days and times 'instant' columns are filtered by. Europe/London unless the club's is known. */
  readonly timeZone?: string
}

/**
 * One page of a select, filtered and sorted as the caller asks, and the number of rows on all pages.
 *
 * `query` brings tables, joins, the conditions of access and the select list; its own order is replaced. It must not be
 * grouped, distinct or limited (make such a query a derived table). The fields and their values become expressions and
 * parameters, never text; `grid-filter.ts` says what each operator means. Nulls sort last in both directions, and text
 * sorts without regard to case and accents.
 *
 * @param most how many rows a page has at most, in place of the size that is asked for: for a file of all of them
 * @throws Refused 400 with a message under the column or parameter that is wrong
 */
export async function gridQuery<DB, TB extends keyof DB, Row, C extends Columns>(
  query: SelectQueryBuilder<DB, TB, Row>,
  grid: GridSql<DB, TB, C>,
  input: GridInput,
  most?: number,
): Promise<{ data: Row[]; total: number }> {
  const { data, total } = await summedGridQuery(query, { ...grid, sums: {} }, input, most)
  return { data, total }
}

/** A grid that says what its rows come to. */
interface SummedGridSql<DB, TB extends keyof DB, C extends Columns, Sum extends string> extends GridSql<DB, TB, C> {
  /** What is added up over the rows of all pages, by name; whole numbers. */
  readonly sums: Readonly<Record<Sum, Source<DB, TB>>>
}

/** The same, with sums over the rows of all pages; in the one reading that counts them. */
export async function summedGridQuery<DB, TB extends keyof DB, Row, C extends Columns, Sum extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  grid: SummedGridSql<DB, TB, C, Sum>,
  input: GridInput,
  most?: number,
): Promise<{ data: Row[]; total: number; sums: Record<Sum, number> }> {
  const asked = readGrid(input, grid.columns)
  const rows = matchingRows(query, grid, asked)
  return await pageOf(
    Object.keys(grid.sums) as Sum[],
    { ...asked, pageSize: most ?? asked.pageSize },
    (count, offset) => rows.limit(count).offset(offset).execute(),
  )
}

/**
 * The same for a grid that is asked for often. Its queries are compiled once, as long as there is no filter and no more
 * than one column to sort by; the others are built for each request.
 */
export function gridStatement<Values extends object, DB, TB extends keyof DB, Row, C extends Columns>(
  build: (db: Db, places: Places<Values>) => SelectQueryBuilder<DB, TB, Row>,
  grid: GridSql<DB, TB, C>,
): (db: Db, values: Values, input: GridInput) => Promise<{ data: Row[]; total: number }> {
  const summed = { ...grid, sums: {} }
  const compile = (asked: Asked<C>) =>
    statement((db, places: Places<Values & Slice>) =>
      matchingRows(build(db, places), summed, asked).limit(places.gridCount).offset(places.gridOffset),
    )
  const byOrder = new Map<string, ReturnType<typeof compile>>()
  return async (db, values, input) => {
    const asked = readGrid(input, grid.columns)
    if (asked.filter || asked.sort.length > 1) return await gridQuery(build(db, valuesInPlace(values)), grid, input)
    const order = JSON.stringify(asked.sort)
    const rows = byOrder.get(order) ?? compile(asked)
    byOrder.set(order, rows)
    const { data, total } = await pageOf<Row, never>([], asked, (gridCount, gridOffset) =>
      rows(db, { ...values, gridCount, gridOffset }),
    )
    return { data, total }
  }
}

interface Slice {
  readonly gridCount: number
  readonly gridOffset: number
}

type Asked<C extends Columns> = ReturnType<typeof readGrid<C>>

/** The rows of all pages in their order, each with the totals. */
function matchingRows<DB, TB extends keyof DB, Row, C extends Columns, Sum extends string>(
  query: SelectQueryBuilder<DB, TB, Row>,
  grid: SummedGridSql<DB, TB, C, Sum>,
  { filter, sort }: Pick<Asked<C>, 'filter' | 'sort'>,
) {
  const column = (field: FieldOf<C>) => ({
    type: columnOf(grid.columns, field).type,
    value: expression(grid.expressions[field]),
  })
  const matching = filter ? query.where(filterCondition(filter, column, grid.timeZone ?? 'Europe/London')) : query

  // Exactly the sums that are asked for.
  const names = Object.keys(grid.sums) as Sum[]
  const summed = [sql`count(*)`, ...names.map(name => sql`coalesce(sum(${expression(grid.sums[name])}), 0)`)]
  // Counted by a subquery that runs once, not by count(*) over (), which would make the database sort and compute the
  // select list of every row before it could give the first page.
  const totals = matching
    .clearSelect()
    .clearOrderBy()
    .select(sql`jsonb_build_array(${sql.join(summed)})`.as('totals'))
  let rows = matching.clearOrderBy().select(sql<number[]>`(${totals})`.as('gridTotals'))
  for (const { field, dir } of sort.length > 0 ? sort : (grid.sort ?? [])) {
    const { type, value } = column(field)
    rows = rows.orderBy(type === 'string' ? folded(value) : value, order =>
      dir === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
    )
  }
  return rows.orderBy(expression(grid.id), grid.newestFirst ? 'desc' : 'asc')
}

async function pageOf<Row, Sum extends string>(
  names: readonly Sum[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  read: (count: number, offset: number) => Promise<unknown[]>,
): Promise<{ data: Row[]; total: number; sums: Record<Sum, number> }> {
  // Kysely cannot work out the row of a query whose tables are not known yet; it is what was selected, and the totals.
  const rows = async (count: number, offset: number) =>
    (await read(count, offset)) as (Row & { gridTotals: number[] })[]
  const found = await rows(pageSize, (page - 1) * pageSize)
  // Past the end there is no row to carry the total. Only then is it worth a second question.
  const [first] = found.length > 0 || page === 1 ? found : await rows(1, 0)
  const [total = 0, ...sums] = first?.gridTotals ?? []
  return {
    data: found.map(({ gridTotals: _, ...row }) => row as Row),
    total,
    // A sum for each name.
    sums: Object.fromEntries(names.map((name, index) => [name, sums[index] ?? 0])) as Record<Sum, number>,
  }
}

/** @throws Refused 400 with a message under what is wrong */
export function readGrid<C extends Columns>(input: GridInput, columns: C) {
  try {
    return parseGrid(input, columns)
  } catch (error) {
    if (!(error instanceof GridError)) throw error
    throw new Refused(400, error.message, { [error.field]: [error.message] })
  }
}

/** In parentheses, so that `a is null` or `a or b` keeps its meaning beside an operator. */
const expression = (source: string | Expression<unknown>): Expression<unknown> =>
  typeof source === 'string' ? sql.ref(source) : sql`(${source})`
