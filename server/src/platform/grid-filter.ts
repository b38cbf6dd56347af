import type { ColumnType, Comparison } from '@honbu/contract/grid/columns.ts'
import { type Condition, type Day, type Filter, isGroup, type LocalTime } from '@honbu/contract/grid/filter.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** A column of a grid as SQL sees it. */
export interface SqlColumn {
  readonly type: ColumnType
  readonly value: Expression<unknown>
  /** Text that is kept as it is compared already: what folds a value in the same way. It has to be immutable. */
  readonly foldedBy?: (text: Expression<unknown>) => RawBuilder<string>
}

/** A field that is no column has conditions of its own making. */
export type SqlField = SqlColumn | ((condition: Condition) => Bool)

export type Bool = RawBuilder<SqlBool>

/**
 * A filter as one SQL condition; every value in it is a parameter. `column` gives the SQL of a field, `zone` is an IANA time
 * zone. What a filter means:
 *
 * - Text is compared folded, by every operator and in the sort alike: case and accents do not count, so 'zoe' finds 'Zoë'.
 *   What a person types is searched for as it stands; %, _ and \ are only characters.
 * - Null is not equal to anything and contains nothing, so neq and doesnotcontain find it, as someone who reads the column
 *   would; no other comparison does. isempty is null or '', isnotempty neither.
 * - A date is compared as a calendar date. An instant is compared with a whole day, or a whole second, on the clock in
 *   `zone`: eq is within it, lt before it begins, gt after it has ended. Where clocks go back, the hour that comes twice
 *   means its second run; where they go forward, the hour that is missing means the one after it. (That is Postgres' rule.)
 */
export function filterCondition<Field extends string>(
  filter: Filter<Field>,
  column: (field: Field) => SqlField,
  zone: string,
): Bool {
  if (!isGroup(filter)) {
    const field = column(filter.field)
    return typeof field === 'function' ? field(filter) : condition(filter, field, zone)
  }
  if (filter.filters.length === 0) return sql`true`
  const conditions = filter.filters.map(part => filterCondition(part, column, zone))
  return sql`(${sql.join(conditions, filter.logic === 'and' ? sql` and ` : sql` or `)})`
}

/** Text as it is compared and sorted; null stays null. Naming the dictionary spares a look-up through the search path. */
export const folded = (text: Expression<unknown>): RawBuilder<string> =>
  sql`lower(unaccent('unaccent'::regdictionary, ${text}))`

function condition(condition: Condition, { type, value: column, foldedBy }: SqlColumn, zone: string): Bool {
  const text = foldedBy ? column : folded(column)
  // What is folded by an immutable function is known when the statement is planned, and then an index may serve.
  const fold = foldedBy ?? folded
  const known = foldedBy ? (value: RawBuilder<unknown>) => value : once
  switch (condition.operator) {
    case 'isnull':
      return sql`${column} is null`
    case 'isnotnull':
      return sql`${column} is not null`
    case 'isempty':
      return sql`(${column} is null or ${column} = '')`
    case 'isnotempty':
      return sql`${column} <> ''`
    case 'contains':
      return sql`${text} like ${known(pattern('%', fold(sql`${condition.value}::text`), '%'))}`
    case 'doesnotcontain':
      return sql`(${text} like ${known(pattern('%', fold(sql`${condition.value}::text`), '%'))}) is not true`
    case 'startswith':
      return sql`${text} like ${known(pattern('', fold(sql`${condition.value}::text`), '%'))}`
    case 'endswith':
      return sql`${text} like ${known(pattern('%', fold(sql`${condition.value}::text`), ''))}`
  }
  const { operator, value } = condition
  if (typeof value === 'string') return sql`${text} ${signs[operator]} ${known(fold(sql`${value}::text`))}`
  if (typeof value === 'number') return sql`${column} ${signs[operator]} ${number(value)}`
  if (typeof value === 'boolean') return sql`${column} ${signs[operator]} ${value}::boolean`
  if (type === 'instant') return instantCondition(operator, column, span(value, zone))
  return sql`${column} ${signs[operator]} ${'day' in value ? value.day : value.at}::date`
}

const signs: Readonly<Record<Comparison, RawBuilder<unknown>>> = {
  eq: sql`=`,
  neq: sql`is distinct from`,
  lt: sql`<`,
  lte: sql`<=`,
  gt: sql`>`,
  gte: sql`>=`,
}

/**
 * The wildcards are escaped after folding: unaccent turns look-alikes such as the full-width ％ into the real thing, and a
 * pattern that ends in such a \ would be an error.
 */
const pattern = (before: string, folded: RawBuilder<string>, after: string) =>
  sql`(${before}::text || regexp_replace(${folded}, '([\\\\%_])', '\\\\\\1', 'g') || ${after}::text)`

/** As a subquery, what depends on no row is computed once, although unaccent is only "stable" and not "immutable". */
const once = (value: RawBuilder<unknown>) => sql`(select ${value})`

/** Whole numbers as bigint, so that an index on an integer column serves; others exactly. */
const number = (value: number) => (Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::numeric`)

interface Span {
  readonly start: RawBuilder<unknown>
  /** The first instant after it. */
  readonly end: RawBuilder<unknown>
}

function span(value: Day | LocalTime, zone: string): Span {
  if ('day' in value)
    return {
      start: sql`(${value.day}::date::timestamp at time zone ${zone}::text)`,
      end: sql`((${value.day}::date + 1)::timestamp at time zone ${zone}::text)`,
    }
  const start = sql`(${value.at}::timestamp at time zone ${zone}::text)`
  return { start, end: sql`(${start} + interval '1 second')` }
}

function instantCondition(operator: Comparison, column: Expression<unknown>, { start, end }: Span): Bool {
  const inside = sql<SqlBool>`(${column} >= ${start} and ${column} < ${end})`
  switch (operator) {
    case 'eq':
      return inside
    case 'neq':
      return sql`${inside} is not true`
    case 'lt':
      return sql`${column} < ${start}`
    case 'lte':
      return sql`${column} < ${end}`
    case 'gt':
      return sql`${column} >= ${end}`
    case 'gte':
      return sql`${column} >= ${start}`
  }
}
