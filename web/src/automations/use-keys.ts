import { useState } from 'react'

/**
 * Keys for the items of a list that have none: an item keeps its own when others are put in or taken out, if `setKeys` is
 * told of what moves. What is added at the end gets a new one by itself.
 */
export function useKeys(count: number) {
  const [given, setKeys] = useState<readonly number[]>([])
  const lowest = Math.min(0, ...given)
  const keys = Array.from({ length: count }, (_, index) => given[index] ?? lowest - 1 - index)
  return [keys, setKeys] as const
}
