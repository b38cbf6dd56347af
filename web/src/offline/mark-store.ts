import { deviceDatabase } from './database.ts'
import { type MarkStore, memoryStore, type QueuedMarks } from './mark-queue.ts'

/** Marks on the device; in a browser that keeps nothing, as long as the page lives. */
export function markStore(): MarkStore {
  const opened = deviceDatabase().then(
    database => ({
      all: () => database.getAll('marks'),
      async add({ order: _, ...entry }: QueuedMarks) {
        // The store gives the order itself.
        return await database.add('marks', entry as QueuedMarks)
      },
      async put(entry: QueuedMarks) {
        const change = database.transaction('marks', 'readwrite')
        // What another tab has sent, or somebody has dropped, must not come back.
        if (await change.store.get(entry.order)) await change.store.put(entry)
        await change.done
      },
      remove: (order: number) => database.delete('marks', order),
    }),
    memoryStore,
  )
  return {
    all: async () => await (await opened).all(),
    add: async entry => await (await opened).add(entry),
    put: async entry => await (await opened).put(entry),
    remove: async order => await (await opened).remove(order),
  }
}

/** How many marks of an account wait, or were refused, on this device. */
export async function unsentMarks(account: string): Promise<number> {
  const entries = await markStore().all()
  return entries.filter(entry => entry.account === account).reduce((sum, { marks }) => sum + marks.length, 0)
}
