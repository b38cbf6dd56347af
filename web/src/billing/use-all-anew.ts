import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/**
 * Reads all of billing again when what was done beside the screen is another than it was: the last run, the last look at
 * a provider; undefined: not known yet. That something is under way would not do alone: it may have begun and ended
 * between two readings, and a list that was read in the midst of it would stay as it is.
 */
export function useAllAnew(done: number | string | null | undefined) {
  const client = useQueryClient()
  const before = useRef(done)
  useEffect(() => {
    if (done === undefined) return
    if (before.current !== undefined && done !== before.current)
      void client.invalidateQueries({ queryKey: ['billing'] })
    before.current = done
  }, [client, done])
}
