import { isDate } from '@honbu/contract/calendar.ts'
import type { ColumnType, Operator } from '@honbu/contract/grid/columns.ts'
import { type Condition, type Filter, type FilterValue, isGroup } from '@honbu/contract/grid/filter.ts'
import { readNumber } from '@honbu/contract/written-number.ts'

/** The words a person reads for the operators of the grid query. */
export const operatorWords: Readonly<Record<Operator, string>> = {
  contains: 'contains',
  doesnotcontain: 'does not contain',
  startswith: 'starts with',
  endswith: 'ends with',
  eq: 'is',
  neq: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  isnull: 'is not given',
  isnotnull: 'is given',
  isempty: 'is empty',
  isnotempty: 'is not empty',
}

export const dateWords: Partial<Record<Operator, string>> = {
  lt: 'is before',
  lte: 'is on or before',
  gt: 'is after',
  gte: 'is on or after',
}

/** A filter made of conditions that must all hold is what the screen edits; anything else is shown as one. */
export function conditionsOf<Field extends string>(filter: Filter<Field> | null): Condition<Field>[] | null {
  if (!filter) return []
  if (!isGroup(filter)) return [filter]
  if (filter.logic !== 'and' && filter.filters.length > 1) return null
  const inside = filter.filters.map(conditionsOf)
  return inside.includes(null) ? null : inside.flatMap(each => each ?? [])
}

export const filterOf = <Field extends string>(conditions: readonly Condition<Field>[]): Filter<Field> | null =>
  conditions.length === 0 ? null : { logic: 'and', filters: conditions }

/** The value of a column that a text stands for; undefined where it stands for none. */
export function readValue(type: ColumnType, text: string): FilterValue | undefined {
  const plain = text.trim()
  if (type === 'string') return plain === '' ? undefined : plain
  if (type === 'boolean') return plain === 'true' || plain === 'false' ? plain === 'true' : undefined
  if (type === 'number') return readNumber(plain, 12)
  return isDate(plain) ? { day: plain } : undefined
}

export function writeValue(value: FilterValue): string {
  if (typeof value !== 'object') return String(value)
  return 'day' in value ? value.day : value.at
}
