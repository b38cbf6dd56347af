import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { User } from './access.ts'
import { writeAudit } from './audit.ts'
import type { Tables } from './tables.ts'

/** Writes down that a user was refused a call. */
export type RecordRefusal = (user: User, call: string, request: FastifyRequest) => Promise<void>

/** The same call of the same user is written once in this time, so that no one fills the database by asking. */
const everyMs = 10 * 60_000
const mostKept = 10_000

/** Keeps refused calls in the audit, where club admins see them under Activity, Security. */
export function recordRefusals(db: Kysely<Tables>, now: () => Date): RecordRefusal {
  const lately = new Map<string, number>()
  return async ({ accountId }, call, { ip }) => {
    const key = `${accountId} ${call}`
    const at = now().getTime()
    if (at - (lately.get(key) ?? 0) < everyMs) return
    if (lately.size >= mostKept) lately.clear()
    lately.set(key, at)
    const entry = { clubId: null, subject: 'account', subjectId: accountId, after: { call, address: ip } } as const
    await db.transaction().execute(tx => writeAudit(tx, { action: 'callRefused', accountId }, [entry]))
  }
}
