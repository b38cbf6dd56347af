import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

interface Choice<Value> {
  readonly value: Value
  readonly disabled?: boolean
}

/** Nothing has been chosen yet. */
const isNone = (value: unknown) => value === null || value === undefined || value === '' || value === 0

/**
 * What takes the place of an id that isn't among the options: the first of them (specification, section 5), or nothing.
 * @returns undefined where the value is one of them, or nothing has been chosen yet
 */
export function fallbackFor<Value>(
  value: unknown,
  options: readonly Choice<Value>[],
): Choice<Value | null> | undefined {
  if (isNone(value) || options.some(option => option.value === value)) return undefined
  return options.find(option => !option.disabled) ?? { value: null }
}

/** Whether all that is on the page has been read. Until then, and after a failure, options may be missing. */
export function useAllRead(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback(listener => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    () => cache.findAll({ type: 'active', predicate: ({ state }) => state.status !== 'success' }).length === 0,
    () => false,
  )
}
