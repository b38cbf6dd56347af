import { type Columns, columnOf, type FieldOf } from './columns.ts'
import { GridError, quote } from './grid-error.ts'

export interface Sort<Field extends string = string> {
  readonly field: Field
  readonly dir: 'asc' | 'desc'
}

/** Reads `lastName-asc~joined-desc`; '' is no sort. Throws GridError, and nothing else. */
export function parseSort<C extends Columns>(text: string, columns: C): Sort<FieldOf<C>>[] {
  if (text === '') return []
  // A column may be named once, which bounds the list; without this a long text would still be cut into pieces first.
  if (text.length > 2000) throw new GridError('sort', 'The sort is longer than 2000 characters')
  const sort = text.split('~').map(part => readSort(part, columns))
  const twice = sort.find(({ field }, index) => sort.findIndex(other => other.field === field) < index)
  if (twice) throw new GridError(twice.field, `'${twice.field}' is sorted by twice`)
  return sort
}

export const printSort = (sort: readonly Sort[]): string => sort.map(({ field, dir }) => `${field}-${dir}`).join('~')

function readSort<C extends Columns>(text: string, columns: C): Sort<FieldOf<C>> {
  const dash = text.lastIndexOf('-')
  const dir = text.slice(dash + 1)
  if (dash < 1) throw new GridError('sort', `Sort by field-asc or field-desc, not by ${quote(text)}`)
  const { field } = columnOf(columns, text.slice(0, dash))
  if (dir !== 'asc' && dir !== 'desc') throw new GridError(field, `'${field}' is sorted asc or desc, not ${quote(dir)}`)
  return { field, dir }
}
