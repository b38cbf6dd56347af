import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

class RollBack extends Error {}

/** Does something in a transaction, and rolls it back. */
export async function onTrial<T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined
  try {
    await db.transaction().execute(async tx => {
      done = { result: await work(tx) }
      throw new RollBack('only on trial')
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
  if (!done) throw new Error('a trial has ended without a result')
  return done.result
}
