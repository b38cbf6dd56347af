import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { logTrial } from './operator-log.ts'
import type { OperatorParts } from './parts.ts'

interface Answer {
  readonly isTaken: boolean
  /** The mail server's own words. */
  readonly text: string
}

/**
 * Sends an operator an email at once, and writes that down. Not as part of a write, which is one transaction: none waits
 * for a mail server.
 */
export const openTestEmail =
  ({ db, now, send }: { db: Db; now: () => Date; send: (to: string) => Promise<Answer> }) =>
  async ({ email, accountId }: Pick<User, 'email' | 'accountId'>): Promise<Answer> => {
    const answer = await send(email)
    const details = answer.isTaken ? 'taken' : 'refused'
    await db.transaction().execute(tx => logTrial(tx, { at: now(), accountId, action: 'tryEmail', details }))
    return answer
  }

export const tryEmail =
  ({ sendTestEmail }: OperatorParts) =>
  ({ user }: Read) =>
    sendTestEmail(user)
