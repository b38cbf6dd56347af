import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

const seconds = 1000

/** How soon to look again: at what a job is doing now, at what somebody has in hand, and at what takes days. */
export const lookAgain = { now: 3 * seconds, soon: 6 * seconds, later: 60 * seconds } as const

/**
 * When what a provider says has changed by itself, all that is said of the member's money and status is old.
 * @param states what is to be compared; undefined: not read yet
 */
export function useNews(states: string | undefined) {
  const client = useQueryClient()
  const before = useRef(states)
  useEffect(() => {
    const isNews = before.current !== undefined && states !== undefined && before.current !== states
    before.current = states ?? before.current
    if (isNews) void client.invalidateQueries({ queryKey: ['member'] })
  }, [client, states])
}
