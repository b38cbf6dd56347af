import { isUnchanged } from './merge-edits.ts'

/** The errors of fields that are no longer as the form began with them; of a group, those of its own fields. */
export function changedErrors<Errors extends object>(errors: Errors, values: object, base: object): Errors {
  const kept = Object.entries(errors).flatMap(([name, error]): [string, unknown][] => {
    const mine = Reflect.get(values, name)
    const first = Reflect.get(base, name)
    if (isUnchanged(first, mine)) return []
    if (isError(error) || !isGroup(mine) || !isGroup(first)) return [[name, error]]
    const inner = changedErrors(error, mine, first)
    return Object.keys(inner).length > 0 ? [[name, inner]] : []
  })
  // With fewer names, and the same kinds of values.
  return Object.fromEntries(kept) as Errors
}

const isError = (error: object) => 'type' in error && typeof error.type === 'string'
const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
