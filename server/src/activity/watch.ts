import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export interface Seen {
  readonly id: number
  readonly clubId: number | null
  readonly accountId: number | null
}

export interface Watch {
  /**
   * Is told of what is new until it stops following. Resolved when nothing can be missed any more: what is read then,
   * with what is told after, is everything.
   */
  follow(tell: (seen: readonly Seen[]) => void): Promise<() => void>
  close(): void
}

/**
 * Looks for new rows of the audit, once for all who follow in this process, and not at all while nobody does. The database
 * is asked rather than listened to: it tells every process the same, also through a pooler, and costs those who write
 * nothing. A row with a smaller id may come after one with a larger, when its transaction took longer: so the last ids are
 * looked at again, and what was told is not told twice.
 * @param everyMs how often it looks
 * @param longestMs a look that takes longer must not be the last: the next does not wait for it
 */
export function openWatch(db: Db, everyMs = 1000, longestMs = 10_000): Watch {
  const followers = new Set<(seen: readonly Seen[]) => void>()
  let timer: NodeJS.Timeout | undefined
  let told = new Set<number>()
  let isFresh = true
  let begun = Promise.resolve()

  /** What a look says that takes longer is told all the same, when it comes. */
  const lookWithin = () =>
    Promise.race([
      look(),
      pause(longestMs, undefined, { ref: false }).then(() => {
        throw new Error('The database does not answer')
      }),
    ])

  async function look(): Promise<void> {
    const { rows } = await sql<Seen>`
      select id, club_id as "clubId", account_id as "accountId" from audit
      where id > (select coalesce(max(id), 0) from audit) - ${lookedAtAgain} order by id`.execute(db)
    const fresh = rows.filter(({ id }) => !told.has(id))
    told = new Set(rows.map(({ id }) => id))
    // What was there before anybody followed is no news.
    if (!isFresh && fresh.length > 0) for (const tell of followers) tell(fresh)
    isFresh = false
  }

  function later(): void {
    timer = setTimeout(() => {
      const looking = lookWithin()
      looking
        .then(() => {
          begun = looking
        })
        // The database may be away for a moment: the next look finds what this one has missed.
        .catch(() => {})
        .finally(() => {
          if (followers.size > 0) later()
          else timer = undefined
        })
    }, everyMs)
    timer.unref()
  }

  return {
    async follow(tell) {
      followers.add(tell)
      if (!timer) {
        isFresh = true
        begun = lookWithin()
        later()
      }
      try {
        await begun
      } catch (error) {
        followers.delete(tell)
        throw error
      }
      return () => void followers.delete(tell)
    },
    close() {
      clearTimeout(timer)
      followers.clear()
    },
  }
}

/** As many rows as may be written while one transaction is under way. */
const lookedAtAgain = 2000
