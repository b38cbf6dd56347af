import { useCallback, useState } from 'react'

/** Which rows are ticked: some, on whatever pages, or all that match. */
export interface Selection {
  readonly keys: ReadonlySet<number>
  /** All that match the filter, also those on pages nobody has looked at. */
  readonly isAll: boolean
  has: (key: number) => boolean
  /** Ticks or unticks rows; what was all that match is no longer, when one is unticked. */
  set: (keys: readonly number[], isOn: boolean) => void
  setAll: () => void
  clear: () => void
}

const none: ReadonlySet<number> = new Set()

export function useSelection(): Selection {
  const [{ keys, isAll }, setState] = useState({ keys: none, isAll: false })
  const set = useCallback(
    (changed: readonly number[], isOn: boolean) =>
      setState(now => {
        const next = new Set(now.keys)
        for (const key of changed) {
          if (isOn) next.add(key)
          else next.delete(key)
        }
        return { keys: next, isAll: now.isAll && isOn }
      }),
    [],
  )
  const clear = useCallback(() => setState({ keys: none, isAll: false }), [])
  return {
    keys,
    isAll,
    has: key => isAll || keys.has(key),
    set,
    setAll: () => setState(now => ({ ...now, isAll: true })),
    clear,
  }
}

/** The keys between two rows, both included, in whichever order they stand. */
export function between(keys: readonly number[], one: number, other: number): readonly number[] {
  const [from, to] = [keys.indexOf(one), keys.indexOf(other)].toSorted((a, b) => a - b)
  return from === undefined || to === undefined || from < 0 ? [other] : keys.slice(from, to + 1)
}
