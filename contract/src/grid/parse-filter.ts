import { isDate } from '../calendar.ts'
import {
  type Columns,
  type ColumnType,
  columnOf,
  type FieldOf,
  isOperator,
  isTextMatch,
  isUnary,
  operatorsOf,
} from './columns.ts'
import { type Condition, type Filter, type FilterValue, isGroup } from './filter.ts'
import { GridError, quote } from './grid-error.ts'

/** Depth of groups, number of conditions, characters of the text. */
export const filterLimits = { depth: 20, conditions: 100, length: 20_000 } as const

/**
 * Reads the filter text of the grid clients used in this field; '' is no filter and gives null. Throws GridError, and
 * nothing else, for whatever text.
 *
 *     filter    = and ('~or~' and)*          `and` binds tighter than `or`, as in SQL
 *     and       = term ('~and~' term)*
 *     term      = '(' filter ')' | condition
 *     condition = field '~' operator '~' value, where value is
 *                 'text' with ' doubled | 12.5 | true | false | datetime'2020-01-02T00-00-00'
 *               | field '~' isnull|isnotnull|isempty|isnotempty, then nothing, '~undefined', '~null' or "~''"
 *
 * Each call looks at a character a bounded number of times, and recursion stops at the permitted depth.
 */
export function parseFilter<C extends Columns>(text: string, columns: C): Filter<FieldOf<C>> | null {
  if (text === '') return null
  if (text.length > filterLimits.length)
    throw new GridError('filter', `The filter is longer than ${filterLimits.length} characters`)
  const scanner = scan(text)
  let conditions = 0

  function disjunction(depth: number): Filter<FieldOf<C>> {
    const filters = [conjunction(depth)]
    while (scanner.take('~or~')) filters.push(conjunction(depth))
    return join('or', filters)
  }

  function conjunction(depth: number): Filter<FieldOf<C>> {
    const filters = [term(depth)]
    while (scanner.take('~and~')) filters.push(term(depth))
    return join('and', filters)
  }

  function term(depth: number): Filter<FieldOf<C>> {
    if (!scanner.take('(')) {
      conditions += 1
      if (conditions > filterLimits.conditions)
        throw new GridError('filter', `The filter has more than ${filterLimits.conditions} conditions`)
      return readCondition(scanner, columns)
    }
    if (depth === filterLimits.depth) throw tooDeep()
    const filter = disjunction(depth + 1)
    if (!scanner.take(')')) throw new GridError('filter', `The filter needs a ')' before ${scanner.here()}`)
    return filter
  }

  const filter = disjunction(0)
  if (!scanner.atEnd()) throw new GridError('filter', `The filter cannot be read from ${scanner.here()} on`)
  // `a and b or c` nests without parentheses, and would need them when it is printed.
  if (depthOf(filter) > filterLimits.depth) throw tooDeep()
  return filter
}

type Scanner = ReturnType<typeof scan>

function scan(text: string) {
  let at = 0
  return {
    atEnd: () => at === text.length,
    here: () => (at === text.length ? 'its end' : quote(text.slice(at))),
    take(literal: string): boolean {
      if (!text.startsWith(literal, at)) return false
      at += literal.length
      return true
    },
    /** What a sticky pattern matches here, and its groups. */
    match(pattern: RegExp): RegExpExecArray | null {
      pattern.lastIndex = at
      const found = pattern.exec(text)
      if (found) at = pattern.lastIndex
      return found
    },
  }
}

// Sticky, and none of them can match one text in two ways, so none can backtrack at length.
const fieldName = /[^~()']*/y
const operatorName = /[^~()']*/y
const nothing = /~(?:undefined|null|'')(?=[~)]|$)/y
const textLiteral = /'((?:[^']|'')*)'(?=[~)]|$)/y
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[~)]|$)/y
const boolean = /(?:true|false)(?=[~)]|$)/y
const datetime = /datetime'(\d{4}-\d{2}-\d{2})T(\d{2}-\d{2}-\d{2})'(?=[~)]|$)/y
const clockTime = /^(?:[01]\d|2[0-3])-[0-5]\d-[0-5]\d$/

function readCondition<C extends Columns>(scanner: Scanner, columns: C): Condition<FieldOf<C>> {
  const start = scanner.here()
  const name = scanner.match(fieldName)?.[0] ?? ''
  if (name === '') throw new GridError('filter', `The filter needs a condition before ${start}`)
  const { field, type } = columnOf(columns, name)

  if (!scanner.take('~')) throw new GridError(field, `'${field}' needs an operator and a value`)
  const operator = scanner.match(operatorName)?.[0] ?? ''
  if (!isOperator(operator)) throw new GridError(field, `Unknown operator ${quote(operator)} for '${field}'`)
  if (!operatorsOf[type].includes(operator))
    throw new GridError(field, `'${field}' cannot be filtered with '${operator}'`)
  if (isUnary(operator)) {
    scanner.match(nothing)
    return { field, operator }
  }
  if (!scanner.take('~')) throw new GridError(field, `'${field}~${operator}' needs a value`)
  if (isTextMatch(operator)) return { field, operator, value: readText(scanner, field) }
  return { field, operator, value: readValue(scanner, field, type) }
}

function readValue(scanner: Scanner, field: string, type: ColumnType): FilterValue {
  if (type === 'string') return readText(scanner, field)
  if (type === 'number') return readNumber(scanner, field)
  if (type === 'boolean') {
    const found = scanner.match(boolean)
    if (!found) throw new GridError(field, `'${field}' takes true or false`)
    return found[0] === 'true'
  }
  const [, day = '', time = ''] = scanner.match(datetime) ?? []
  if (day === '') throw new GridError(field, `'${field}' takes a date, written datetime'2020-01-02T00-00-00'`)
  if (!isDate(day)) throw new GridError(field, `'${field}': ${day} is not a day of the calendar`)
  if (time === '00-00-00') return { day }
  if (type === 'date') throw new GridError(field, `'${field}' takes a day, with the time 00-00-00`)
  if (!clockTime.test(time)) throw new GridError(field, `'${field}': ${time} is not a time of the day`)
  return { at: `${day}T${time.replaceAll('-', ':')}` }
}

function readText(scanner: Scanner, field: string): string {
  const found = scanner.match(textLiteral)
  if (!found) throw new GridError(field, `'${field}' takes text in single quotes, a quote in it doubled`)
  const value = (found[1] ?? '').replaceAll("''", "'")
  // Postgres stores neither, so they can only be an attack or an accident; left in, the query would fail.
  if (value.includes('\0') || !value.isWellFormed())
    throw new GridError(field, `'${field}' cannot be compared with text that holds a broken character`)
  return value
}

function readNumber(scanner: Scanner, field: string): number {
  const value = Number(scanner.match(number)?.[0] ?? Number.NaN)
  if (!Number.isFinite(value)) throw new GridError(field, `'${field}' takes a number`)
  // Minus nothing is nothing.
  return value === 0 ? 0 : value
}

function join<Field extends string>(logic: 'and' | 'or', filters: Filter<Field>[]): Filter<Field> {
  const [first] = filters
  return first && filters.length === 1 ? first : { logic, filters }
}

const depthOf = (filter: Filter): number => (isGroup(filter) ? 1 + Math.max(...filter.filters.map(depthOf)) : 0)

const tooDeep = () => new GridError('filter', `The filter is nested more than ${filterLimits.depth} deep`)
