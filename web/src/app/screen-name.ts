import { useEffect, useSyncExternalStore } from 'react'

/** What the screen that is shown is about, for the browser's tab: 'Jane Smith'. Null: its own title says enough. */
let name: string | null = null
const listeners = new Set<() => void>()

function setName(next: string | null) {
  name = next
  for (const listener of listeners) listener()
}

/** Names the browser's tab after a record, once it is known and as long as the screen is there. */
export function useScreenName(known: string | undefined): void {
  useEffect(() => {
    if (known === undefined) return
    setName(known)
    return () => setName(null)
  }, [known])
}

export const useShownName = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => name,
  )
