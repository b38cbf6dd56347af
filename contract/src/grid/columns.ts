import { GridError, quote } from './grid-error.ts'

/**
 * What a column holds. 'date' is a calendar date; 'instant' is a moment, filtered by the days and times that the clock on
 * the wall shows.
 */
export type ColumnType = 'string' | 'number' | 'boolean' | 'date' | 'instant'

export interface Column {
  readonly type: ColumnType
  /** The heading a person reads. */
  readonly title: string
  /** The values there are, and their names: an id that a person never sees. */
  readonly choices?: readonly { readonly value: number | string | boolean; readonly text: string }[]
}

export type Columns = Readonly<Record<string, Column>>

/** The names of the columns, which are the fields of filter and sort. */
export type FieldOf<C extends Columns> = keyof C & string

/** Declares the columns of a grid, once for filter, sort, SQL and screen. A name is letters, digits and _, as in JSON. */
export const columns = <const C extends Columns>(declared: C): C => declared

const comparisons = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'] as const
const nullTests = ['isnull', 'isnotnull'] as const
const texts = ['contains', 'doesnotcontain', 'startswith', 'endswith'] as const
const emptyTests = ['isempty', 'isnotempty'] as const

export type UnaryOperator = (typeof nullTests)[number] | (typeof emptyTests)[number]
export type Comparison = (typeof comparisons)[number]
/** The operators that look into a text. */
export type TextMatch = (typeof texts)[number]
export type Operator = UnaryOperator | Comparison | TextMatch

const ordered: readonly Operator[] = [...comparisons, ...nullTests]

/** The operators that a column of each type takes, in the order in which a screen offers them. */
export const operatorsOf: Readonly<Record<ColumnType, readonly Operator[]>> = {
  string: [...texts, ...comparisons, ...nullTests, ...emptyTests],
  number: ordered,
  boolean: ['eq', 'neq', ...nullTests],
  date: ordered,
  instant: ordered,
}

export const isOperator = (text: string): text is Operator => operatorsOf.string.some(operator => operator === text)

/** Does the operator stand alone, without a value? */
export const isUnary = (operator: Operator): operator is UnaryOperator =>
  [...nullTests, ...emptyTests].some(unary => unary === operator)

export const isTextMatch = (operator: Operator): operator is TextMatch => texts.some(text => text === operator)

/** The column that a query names. Throws GridError, filed under that name unless it is absurdly long, for any other name. */
export function columnOf<C extends Columns>(columns: C, name: string): { field: FieldOf<C>; type: ColumnType } {
  // Only its own: every object also inherits such names as 'constructor'.
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw new GridError(name.slice(0, 50), `Unknown field ${quote(name)}`)
  // It was just found among the keys, which the compiler cannot see.
  return { field: name as FieldOf<C>, type: column.type }
}
