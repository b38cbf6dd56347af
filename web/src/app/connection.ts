import { useSyncExternalStore } from 'react'

/** What the shell says of the connection; all else about it is loaded after the first paint. */
export interface Connection {
  /** The last question had no answer. */
  readonly isOffline: boolean
  /** Marks of registers that have not been sent yet. */
  readonly waiting: number
  /** Marks that the server would not have. */
  readonly refused: number
  /** The register of the first of them. */
  readonly register: { readonly classId: number; readonly classDate: string } | null
}

let connection: Connection = { isOffline: false, waiting: 0, refused: 0, register: null }
const listeners = new Set<() => void>()

export function setConnection(change: Partial<Connection>): void {
  const next = { ...connection, ...change }
  if (JSON.stringify(next) === JSON.stringify(connection)) return
  connection = next
  for (const listener of listeners) listener()
}

/** The server has answered, or has not. */
export const heard = (hasAnswered: boolean): void => setConnection({ isOffline: !hasAnswered })

export const connectionNow = (): Connection => connection

const onConnection = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): Connection => useSyncExternalStore(onConnection, connectionNow)
