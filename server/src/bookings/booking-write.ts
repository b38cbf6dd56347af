import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import type { Write } from '../platform/route.ts'

/** What changing bookings needs: the write of a call has it, and a job or a link makes its own. */
export interface BookingWrite extends Pick<Write, 'tx' | 'now' | 'audit' | 'mail' | 'enqueue'> {
  /** Who does it; null: nobody who is signed in. */
  readonly user: { readonly accountId: number } | null
}

/** What a write beside the calls is made with. */
export interface WriteParts {
  readonly db: Db
  readonly now: () => Date
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly mail: Pick<Mail, 'post'>
}

/** The same with what works on jobs and sends the messages that hold a link. */
export interface WaitingListParts extends WriteParts {
  readonly jobs: Pick<Jobs, 'enqueue' | 'work' | 'schedule'>
  readonly mail: Pick<Mail, 'post' | 'send'>
  /** The public address, for the links in the messages. */
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/** A write in a transaction of its own that nobody signed in asks for: by a job, or by a link in a message. */
export async function writeBySystem<T>(
  { db, now, jobs, mail }: WriteParts,
  action: string,
  work: (context: BookingWrite) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async tx => {
    const entries: Parameters<Write['audit']>[0][] = []
    const done = await work({
      tx,
      now: now(),
      user: null,
      audit: entry => void entries.push(entry),
      mail: message => mail.post(tx, message),
      enqueue: (name, data) => jobs.enqueue(tx, name, data),
    })
    // Looking after a list that is as it should be changes nothing.
    if (entries.length > 0) await writeAudit(tx, { action, accountId: null }, entries)
    return done
  })
}
