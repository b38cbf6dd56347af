import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** When a look at a provider has ended, what was read before may be other than it is now. */
export function useAllAnew(isUnderWay: boolean) {
  const client = useQueryClient()
  const before = useRef(isUnderWay)
  useEffect(() => {
    if (before.current && !isUnderWay) void client.invalidateQueries({ queryKey: ['billing'] })
    before.current = isUnderWay
  }, [client, isUnderWay])
}
