import type { Db } from '../../platform/database.ts'

export interface Progress {
  /** So many steps are done more. */
  add(steps: number): Promise<void>
}

/**
 * How far an import is, for whoever looks: written by a connection of its own, since nobody sees into the transaction that
 * does the work. At most five times a second.
 */
export async function beginProgress(db: Db, importId: number, { total, now }: { total: number; now: () => Date }) {
  let done = 0
  let last = 0
  const write = async () => {
    last = performance.now()
    await db
      .updateTable('import_batch')
      .set({ done: Math.min(done, total), total, progress_at: now() })
      .where('id', '=', importId)
      .execute()
  }
  await write()
  return {
    async add(steps) {
      done += steps
      if (performance.now() - last > 200) await write()
    },
  } satisfies Progress
}
