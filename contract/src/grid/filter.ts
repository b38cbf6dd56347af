import type { Comparison, TextMatch, UnaryOperator } from './columns.ts'

/**
 * A filter as a tree. Groups may hold groups. An empty group filters nothing, and a group of one is the same as the one.
 */
export type Filter<Field extends string = string> = Condition<Field> | Group<Field>

export interface Group<Field extends string = string> {
  readonly logic: 'and' | 'or'
  readonly filters: readonly Filter<Field>[]
}

export type Condition<Field extends string = string> =
  | { readonly field: Field; readonly operator: UnaryOperator }
  | { readonly field: Field; readonly operator: TextMatch; readonly value: string }
  | { readonly field: Field; readonly operator: Comparison; readonly value: FilterValue }

/** A string, number or boolean for columns of that type, a day for 'date', a day or a local time for 'instant'. */
export type FilterValue = string | number | boolean | Day | LocalTime

/** A calendar day 'YYYY-MM-DD'; for an instant, the whole day. */
export interface Day {
  readonly day: string
}

/** A second on the clock on the wall, 'YYYY-MM-DDTHH:mm:ss'. The wire cannot tell 00:00:00 from the day. */
export interface LocalTime {
  readonly at: string
}

export const isGroup = <Field extends string>(filter: Filter<Field>): filter is Group<Field> => 'logic' in filter

/** The filter as the text that `parseFilter` reads; '' for no filter. Every group stands in parentheses. */
export function printFilter(filter: Filter | null): string {
  if (!filter) return ''
  if (!isGroup(filter)) return printCondition(filter)
  const texts = filter.filters.map(printFilter).filter(text => text !== '')
  return texts.length > 1 ? `(${texts.join(`~${filter.logic}~`)})` : (texts[0] ?? '')
}

function printCondition(condition: Condition): string {
  const value = 'value' in condition ? printValue(condition.value) : 'undefined'
  return `${condition.field}~${condition.operator}~${value}`
}

function printValue(value: FilterValue): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value !== 'object') return String(value)
  return `datetime'${'day' in value ? `${value.day}T00-00-00` : value.at.replaceAll(':', '-')}'`
}
