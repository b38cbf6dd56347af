type Values = Readonly<Record<string, unknown>>

export interface MergedEdits<V> {
  /** Each field as whoever has changed it left it; mine, where both have. */
  readonly merged: V
  /** The fields that both have changed, each in its own way, as paths: `address.town`. */
  readonly both: readonly string[]
}

/**
 * Puts together what two people have made of one record, field by field. Lists count as one field.
 * @param base what both began with
 */
export function mergeEdits<V extends object>(base: V, mine: V, theirs: V): MergedEdits<V> {
  const both: string[] = []
  return { merged: merge(base as Values, mine as Values, theirs as Values, '', both) as V, both }
}

function merge(base: Values, mine: Values, theirs: Values, path: string, both: string[]): Values {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const merged = [...names].map(name => [
    name,
    mergeOne([base[name], mine[name], theirs[name]], `${path}${name}`, both),
  ])
  // What one of the two has taken away is gone.
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

function mergeOne([base, mine, theirs]: readonly [unknown, unknown, unknown], path: string, both: string[]): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  if (isRecord(base) && isRecord(mine) && isRecord(theirs)) return merge(base, mine, theirs, `${path}.`, both)
  both.push(path)
  return mine
}

/** Whether a form still has the values it began with. */
export function isUnchanged(base: unknown, mine: unknown): boolean {
  if (!isRecord(base) || !isRecord(mine)) return isSame(base, mine)
  return [...new Set([...Object.keys(base), ...Object.keys(mine)])].every(name => isUnchanged(base[name], mine[name]))
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values of forms are JSON; an empty line and no value are the same to whoever fills one in. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
