import { sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { Refused } from '../../platform/refused.ts'
import { mayStillTouch } from '../../platform/staff-of.ts'
import type { Files } from '../../platform/storage.ts'
import type { Tables } from '../../platform/tables.ts'
import { UnreadableFile } from '../file/unreadable-file.ts'

/** What the jobs of an import work with. */
export interface Work {
  readonly db: Db
  readonly files: Files
  readonly now: () => Date
}

/** What stands against it now and was not known before: nothing is stored, and the person reads why. */
export class CannotImport extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotImport'
  }
}

/** Who asked for a step of an import: null where no one is known, as of jobs from before there was one. */
export interface AskedBy {
  readonly accountId: number | null
  readonly clubId: number
}

/** @throws CannotImport if the person who asked for it is no admin of the club any more */
export async function requireRights(db: Db, { accountId, clubId }: AskedBy, now: Date): Promise<void> {
  if (accountId === null || (await mayStillTouch(db, { accountId, clubIds: [clubId], isAdmin: true }, now))) return
  throw new CannotImport('The person who asked for this isn’t an admin of the club any more. Nothing was changed.')
}

/**
 * Says in the import itself that it has failed. What is no fault of the file is thrown on, for the log: the job that comes
 * again finds that there is nothing left to do.
 */
export async function failWith({ db }: Pick<Work, 'db'>, importId: number, error: unknown): Promise<void> {
  const isKnown = error instanceof UnreadableFile || error instanceof CannotImport || error instanceof Refused
  const failure = isKnown ? error.message : 'Something went wrong on our side. Nothing was stored: try again.'
  await db
    .updateTable('import_batch')
    .set({ state: 'failed', failure: failure.slice(0, 4000) })
    .where('id', '=', importId)
    .where('state', 'in', ['checking', 'importing'])
    .execute()
  if (!isKnown) throw error
}

/** One process at a time works on an import; false for any other. It lasts as long as the transaction. */
export async function isAlone(tx: Transaction<Tables>, importId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('honbu import', ${importId})) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}
