import type { Filter } from '@honbu/contract/grid.ts'
import { printFilter } from '@honbu/contract/grid.ts'

export const marketingAddress = (clubId: number) => `/marketing/${clubId}`

/** Which months are looked at. */
export interface Period {
  readonly from: string | undefined
  readonly months: number
}

/** The list of the people whom a figure counts, as parameters of the address. */
export function peopleSearch(
  { from, months }: Period,
  conditions: readonly Filter[],
): Readonly<Record<string, string | undefined>> {
  const [first] = conditions
  const filter = first && conditions.length === 1 ? first : { logic: 'and' as const, filters: [...conditions] }
  return {
    view: 'people',
    from,
    months: String(months),
    filter: first ? printFilter(filter) : undefined,
  }
}

/** The figures of one source, of one class, or of both; source 0: of none. */
export const figuresSearch = (
  { from, months }: Period,
  { sourceId, classId }: { sourceId?: number | undefined; classId?: number | undefined },
) => ({
  from,
  months: String(months),
  source: sourceId === undefined ? undefined : String(sourceId),
  class: classId === undefined ? undefined : String(classId),
})

export const is = (field: string, value: number | null): Filter =>
  value === null ? { field, operator: 'isnull' } : { field, operator: 'eq', value }

export const atLeast = (field: string, value: number): Filter => ({ field, operator: 'gte', value })
