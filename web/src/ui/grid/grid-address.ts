import {
  type Columns,
  type FieldOf,
  type Filter,
  GridError,
  pageSizeMax,
  parseFilter,
  parseSort,
  printFilter,
  printSort,
  type Sort,
} from '@honbu/contract/grid.ts'
import { type SearchValues, useAddress } from '../address.ts'

export const pageSizes = [25, 50, 100, 200] as const
const usualPageSize = 50

export interface GridState<Field extends string> {
  readonly page: number
  readonly pageSize: number
  readonly sort: readonly Sort<Field>[]
  readonly filter: Filter<Field> | null
}

/** The state of a grid as it stands in the address; what is wrong there counts as not given. */
export function readGridAddress<C extends Columns>(search: SearchValues, columns: C): GridState<FieldOf<C>> {
  return {
    page: whole(search.page, 1, Number.MAX_SAFE_INTEGER),
    pageSize: whole(search.pageSize, usualPageSize, pageSizeMax),
    sort: orElse([], () => parseSort(search.sort ?? '', columns)),
    filter: orElse(null, () => parseFilter(search.filter ?? '', columns)),
  }
}

/** The same as parameters of the address; what is usual is left out. A change of anything but the page begins at page 1. */
export function gridSearch(state: Partial<GridState<string>>): SearchValues {
  const { page, pageSize, sort, filter } = state
  return {
    page: page === undefined || page === 1 ? undefined : String(page),
    ...(pageSize !== undefined && { pageSize: pageSize === usualPageSize ? undefined : String(pageSize) }),
    ...(sort !== undefined && { sort: printSort(sort) || undefined }),
    ...(filter !== undefined && { filter: printFilter(filter) || undefined }),
  }
}

export function useGridAddress<C extends Columns>(columns: C) {
  const { search, setSearch } = useAddress()
  return {
    state: readGridAddress(search, columns),
    change: (state: Partial<GridState<FieldOf<C>>>) => setSearch(gridSearch(state)),
  }
}

/** What a press on a heading leads to: up, down, and not sorted by it. */
export function nextSort<Field extends string>(sort: readonly Sort<Field>[], field: Field): Sort<Field>[] {
  const dir = sort.find(each => each.field === field)?.dir
  if (dir === undefined) return [{ field, dir: 'asc' }]
  return dir === 'asc' ? [{ field, dir: 'desc' }] : []
}

function whole(text: string | undefined, otherwise: number, max: number): number {
  const number = Number(text)
  return text !== undefined && Number.isSafeInteger(number) && number >= 1 && number <= max ? number : otherwise
}

function orElse<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof GridError) return otherwise
    throw error
  }
}
