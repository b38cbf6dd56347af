import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import { Refused } from './refused.ts'
import type { Read, Write } from './route.ts'
import type { Tables } from './tables.ts'

/** Ends a transaction on trial. */
class TakenBack extends Error {}

/** Does something in a transaction, and rolls it back. */
export async function onTrial<T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined
  try {
    await db.transaction().execute(async tx => {
      done = { result: await work(tx) }
      throw new TakenBack('only on trial')
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  if (!done) throw new Error('a trial has ended without a result')
  return done.result
}

/** Less than the second after which Postgres looks for a deadlock: a real write never loses to one on trial. */
const lockTimeout = '400ms'
const lockNotAvailable = '55P03'
const attempts = 3

/**
 * Makes a write to read what follows from it, and rolls it back: nothing is audited, sent or enqueued. Where others write
 * meanwhile it gives way and begins again.
 * @throws Refused 409 when they don't end
 */
export async function writeOnTrial<T>({ db, ...read }: Read, work: (write: Write) => Promise<T>): Promise<T> {
  const silent = async () => undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await onTrial(db, async tx => {
        await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(tx)
        return await work({ ...read, tx, audit: () => undefined, mail: silent, enqueue: silent })
      })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error
    }
  }
  throw new Refused(409, 'Someone is changing this at the moment. Try again.')
}
