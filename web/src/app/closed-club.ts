import { useSyncExternalStore } from 'react'
import { ApiError } from './request.ts'

/** The screen of which an answer was refused because its club asks for two-factor sign-in; '' for none. */
let closedAt = ''
const listeners = new Set<() => void>()

/** Looks at what a call was refused with. Another screen may be another club's. */
export function noteClosedClub(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'two_factor_required') return
  closedAt = window.location.pathname
  for (const listener of listeners) listener()
}

export const useClosedAt = (): string =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => closedAt,
  )
