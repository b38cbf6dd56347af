import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Whoever is busy is written down once in this time, not with every request. */
const everyMs = 5 * 60_000

/**
 * Remembers when an account was last active, and in which of its sessions. Each process writes an account at most every five minutes, and no request
 * waits for it; what gets lost with a process or a failure is made good by the next request.
 */
export function recordActivity(
  db: Kysely<Tables>,
  now: () => Date,
): (accountId: number, session?: string) => Promise<void> {
  const written = new Map<string, number>()
  return async (accountId, session) => {
    const who = session ?? `${accountId}`
    const at = now()
    const last = written.get(who)
    // Either way: a clock that is set back would be waited for.
    if (last !== undefined && Math.abs(at.getTime() - last) < everyMs) return
    if (written.size >= 10_000) written.clear()
    written.set(who, at.getTime())
    const before = new Date(at.getTime() - everyMs)
    try {
      await db
        .updateTable('account')
        .set({ last_activity: at })
        .where('id', '=', accountId)
        // Another process may have seen him just now.
        .where(eb => eb.or([eb('last_activity', 'is', null), eb('last_activity', '<=', before)]))
        .execute()
      if (session !== undefined)
        await db
          .updateTable('account_session')
          .set({ last_used_at: at })
          .where('uid', '=', session)
          .where('last_used_at', '<=', before)
          .execute()
    } catch {
      written.delete(who)
    }
  }
}
