import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { QueuedMarks } from './mark-queue.ts'

/** A value that only the session it was kept in can read: AES-GCM, see device-key.ts. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

/** An answer of the server, kept for when it cannot be asked. */
export interface KeptAnswer {
  /** Account and question. */
  readonly id: string
  readonly account: string
  /** The last calendar date on which it is of use. */
  readonly day: string
  /** Milliseconds since 1970. */
  readonly storedAt: number
  readonly sealed: Sealed
}

/** Marks without the names of their members, which are sealed: they outlive the session, and the names don't. */
export interface StoredMarks extends Omit<QueuedMarks, 'marks'> {
  readonly marks: readonly Omit<QueuedMarks['marks'][number], 'name'>[]
  /** By the order of the marks. Left out where the browser can't encrypt. */
  readonly names?: Sealed
}

/** Reasons and notes of grading results that are not saved yet. */
export interface KeptWords {
  /** Account and grading. */
  readonly id: string
  readonly sealed: Sealed
}

interface Schema extends DBSchema {
  marks: { key: number; value: StoredMarks }
  answers: { key: string; value: KeptAnswer; indexes: { account: string; day: string } }
  words: { key: string; value: KeptWords }
  /** By account: made in its session, gone with it, and no script can read what is in one. */
  keys: { key: string; value: CryptoKey }
}

let opening: Promise<IDBPDatabase<Schema>> | undefined

/** What this device keeps. Rejects in a browser that keeps nothing, as some do in private windows. */
export function deviceDatabase(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('honbu', 2, {
    async upgrade(database, before, _after, change) {
      if (before < 1) {
        database.createObjectStore('marks', { keyPath: 'order', autoIncrement: true })
        const answers = database.createObjectStore('answers', { keyPath: 'id' })
        answers.createIndex('account', 'account')
        answers.createIndex('day', 'day')
      }
      database.createObjectStore('words', { keyPath: 'id' })
      database.createObjectStore('keys')
      // Version 1 kept both in clear. Answers are fetched again, and marks are sent without their names.
      await change.objectStore('answers').clear()
      for await (const cursor of change.objectStore('marks')) {
        const { marks, ...entry } = cursor.value as QueuedMarks
        await cursor.update({ ...entry, marks: marks.map(({ name: _, ...mark }) => mark) })
      }
    },
    // A newer page wants to change the stores: it must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opening = undefined
    },
  })
  return opening
}
