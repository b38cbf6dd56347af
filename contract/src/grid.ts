import * as z from 'zod/mini'
import type { Columns, FieldOf } from './grid/columns.ts'
import { type Filter, printFilter } from './grid/filter.ts'
import { GridError } from './grid/grid-error.ts'
import { parseFilter } from './grid/parse-filter.ts'
import { parseSort, printSort, type Sort } from './grid/sort.ts'

// One name to import from, for the many that declare a grid or ask one.
export { type Columns, columns, type FieldOf } from './grid/columns.ts'
export { type Filter, printFilter } from './grid/filter.ts'
export { GridError } from './grid/grid-error.ts'
export { parseFilter } from './grid/parse-filter.ts'
export { parseSort, printSort, type Sort } from './grid/sort.ts'

export const pageSizeDefault = 50
export const pageSizeMax = 500

/** A page of a grid: which rows (`filter`, null for all), in which order, and which page of them, counted from 1. */
export interface GridQuery<Field extends string = string> {
  readonly page: number
  readonly pageSize: number
  readonly sort: readonly Sort<Field>[]
  readonly filter: Filter<Field> | null
}

/** The same on the wire. What is missing has its default: page 1, 50 rows, no sort, no filter. */
export interface GridInput {
  readonly page?: number | string | undefined
  readonly pageSize?: number | string | undefined
  readonly sort?: string | undefined
  readonly filter?: string | undefined
}

/** Reads a grid query from the wire, or from an address. Throws GridError, and nothing else. */
export function parseGrid<C extends Columns>(input: GridInput, columns: C): GridQuery<FieldOf<C>> {
  return {
    page: wholeNumber('page', input.page ?? 1, Number.MAX_SAFE_INTEGER),
    pageSize: wholeNumber('pageSize', input.pageSize ?? pageSizeDefault, pageSizeMax),
    sort: parseSort(input.sort ?? '', columns),
    filter: parseFilter(input.filter ?? '', columns),
  }
}

/** The input of an endpoint that has `gridInput`; what has its default is left out of sort and filter. */
export function printGrid(query: Partial<GridQuery>) {
  const sort = printSort(query.sort ?? [])
  const filter = printFilter(query.filter ?? null)
  return {
    page: query.page ?? 1,
    pageSize: query.pageSize ?? pageSizeDefault,
    ...(sort && { sort }),
    ...(filter && { filter }),
  }
}

const pageText = 'page is a whole number from 1'
const pageSizeText = `pageSize is a whole number from 1 to ${pageSizeMax}`

/**
 * The fields that make an endpoint a grid, to be spread into its input. They are read alike from a query string (where all
 * is text) and from a JSON body; sort and filter are read by `parseGrid`, which knows the columns.
 */
export const gridInput = {
  page: z.optional(numeric(pageText, Number.MAX_SAFE_INTEGER)),
  pageSize: z.optional(numeric(pageSizeText, pageSizeMax)),
  sort: z.optional(z.string({ error: 'sort is text such as lastName-asc~joined-desc' })),
  filter: z.optional(z.string({ error: "filter is text such as lastName~eq~'Smith'" })),
}

/** The answer of a grid: the rows of the page, and how many rows there are on all pages. */
export const gridPage = <Row extends z.ZodMiniType>(row: Row) => z.object({ data: z.array(row), total: z.int() })

function numeric(error: string, max: number) {
  return z.pipe(
    // Not z.coerce, for which true is 1 and null is 0.
    z.transform((value: unknown) => (typeof value === 'string' ? digits(value) : value)),
    z.int({ error }).check(z.gte(1, { error }), z.lte(max, { error })),
  )
}

const digits = (text: string) => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN)

function wholeNumber(name: 'page' | 'pageSize', value: number | string, max: number): number {
  const number = typeof value === 'string' ? digits(value) : value
  if (!Number.isSafeInteger(number) || number < 1 || number > max)
    throw new GridError(name, name === 'page' ? pageText : pageSizeText)
  return number
}
