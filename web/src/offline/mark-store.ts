import { deviceDatabase, type StoredMarks } from './database.ts'
import { seal, unseal } from './device-key.ts'
import { leftInJournal, writeJournal } from './mark-journal.ts'
import { type MarkStore, memoryStore, type QueuedMarks } from './mark-queue.ts'

/** Marks on the device; in a browser that keeps nothing, as long as the page lives. */
export function markStore(): MarkStore {
  const opened = databaseWithJournal().then(
    database => ({
      all: async () => await Promise.all((await database.getAll('marks')).map(withNames)),
      async add(entry: QueuedMarks) {
        const { order: _, ...stored } = await withoutNames(entry)
        // The store gives the order itself.
        return await database.add('marks', stored as StoredMarks)
      },
      async put(entry: QueuedMarks) {
        const stored = await withoutNames(entry)
        const change = database.transaction('marks', 'readwrite')
        // What another tab has sent, or somebody has dropped, must not come back.
        if (await change.store.get(entry.order)) await change.store.put(stored)
        await change.done
      },
      remove: (order: number) => database.delete('marks', order),
    }),
    memoryStore,
  )
  return {
    all: async () => await (await opened).all(),
    async add(entry) {
      const done = writeJournal(entry)
      const order = await (await opened).add(entry)
      done()
      return order
    },
    put: async entry => await (await opened).put(entry),
    remove: async order => await (await opened).remove(order),
  }
}

let taking: Promise<void> | undefined

/** With what an earlier page could not put into it any more. */
async function databaseWithJournal() {
  const database = await deviceDatabase()
  taking ??= (async () => {
    for (const { stored, done } of leftInJournal()) {
      await database.add('marks', stored as StoredMarks)
      done()
    }
  })()
  await taking
  return database
}

async function withoutNames({ marks, ...entry }: QueuedMarks): Promise<StoredMarks> {
  // A mark is kept in any case, a name only where it can be encrypted.
  const names = await seal(
    entry.account,
    marks.map(({ name }) => name),
  ).catch(() => undefined)
  return { ...entry, marks: marks.map(({ name: _, ...mark }) => mark), ...(names && { names }) }
}

async function withNames({ names, marks, ...entry }: StoredMarks): Promise<QueuedMarks> {
  const known = names && (await unseal(entry.account, names).catch(() => undefined))
  const nameAt = (place: number) =>
    Array.isArray(known) && typeof known[place] === 'string' ? known[place] : 'A member'
  return { ...entry, marks: marks.map((mark, place) => ({ ...mark, name: nameAt(place) })) }
}

/** How many marks of an account wait, or were refused, on this device. */
export async function unsentMarks(account: string): Promise<number> {
  const entries = await markStore().all()
  return entries.filter(entry => entry.account === account).reduce((sum, { marks }) => sum + marks.length, 0)
}
