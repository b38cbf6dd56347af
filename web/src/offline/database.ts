import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { QueuedMarks } from './mark-queue.ts'

/** An answer of the server, kept for when it cannot be asked. */
export interface KeptAnswer {
  /** Account and question. */
  readonly id: string
  readonly account: string
  /** The last calendar date on which it is of use. */
  readonly day: string
  /** Milliseconds since 1970. */
  readonly storedAt: number
  readonly key: readonly unknown[]
  readonly answer: unknown
}

interface Schema extends DBSchema {
  marks: { key: number; value: QueuedMarks }
  answers: { key: string; value: KeptAnswer; indexes: { account: string; day: string } }
}

let opening: Promise<IDBPDatabase<Schema>> | undefined

/** What this device keeps. Rejects in a browser that keeps nothing, as some do in private windows. */
export function deviceDatabase(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('honbu', 1, {
    upgrade(database) {
      database.createObjectStore('marks', { keyPath: 'order', autoIncrement: true })
      const answers = database.createObjectStore('answers', { keyPath: 'id' })
      answers.createIndex('account', 'account')
      answers.createIndex('day', 'day')
    },
    // A newer page wants to change the stores: it must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opening = undefined
    },
  })
  return opening
}
