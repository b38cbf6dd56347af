import type { Condition } from '@honbu/contract/grid/filter.ts'
import { type SqlBool, sql } from 'kysely'
import type { Bool } from '../platform/grid-filter.ts'

/** A number that is not kept, but counted in whole steps from something that is: an age from a date of birth. */
export interface WholeSteps {
  /** The number is n or more; null where it is not known. */
  readonly atLeast: (n: number) => Bool
  readonly isKnown: Bool
  /** Nothing is below or above; a number beyond them is compared as if it were the next one outside. */
  readonly from: number
  readonly to: number
}

/** A condition of the grid on such a number, as conditions on what is kept. A fraction lies between two steps. */
export function wholeSteps({ atLeast, isKnown, from, to }: WholeSteps) {
  const reached = (n: number) => atLeast(Math.min(Math.max(n, from - 1), to + 1))
  const below = (n: number) => sql<SqlBool>`(not ${reached(n)})`
  return (condition: Condition): Bool => {
    const { operator } = condition
    if (operator === 'isnull') return sql`(${isKnown}) is not true`
    if (operator === 'isnotnull') return isKnown
    // The grammar has let nothing else through to a column of numbers.
    const value = 'value' in condition && typeof condition.value === 'number' ? condition.value : 0
    switch (operator) {
      case 'gte':
        return reached(Math.ceil(value))
      case 'gt':
        return reached(Math.floor(value) + 1)
      case 'lt':
        return below(Math.ceil(value))
      case 'lte':
        return below(Math.floor(value) + 1)
      case 'eq':
        return Number.isInteger(value) ? sql`(${reached(value)} and ${below(value + 1)})` : sql`false`
      case 'neq':
        return Number.isInteger(value) ? sql`((${reached(value)} and ${below(value + 1)}) is not true)` : sql`true`
      default:
        return sql`false`
    }
  }
}
