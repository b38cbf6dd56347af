import { isIPv6 } from 'node:net'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** From which attempt on there is a pause, and how it grows: doubling from one second to a quarter of an hour. */
interface Limit {
  readonly free: number
}

const longestPause = 15 * 60
/** An attempt is forgotten after this many seconds of peace. */
const memory = 60 * 60

const limits = {
  /** Signing in, by e-mail address. */
  email: { free: 6 },
  /** Signing in, by client address: a whole club may sit behind one. */
  client: { free: 20 },
  /** Codes of the second step, by account: who gets here knows the password. */
  code: { free: 5 },
  /** Messages sent to one address because someone typed it into a form. */
  message: { free: 3 },
  /** Enquiries from a website, by client address. */
  enquirer: { free: 8 },
  /** The same of a whole club. */
  enquiryClub: { free: 60 },
} as const satisfies Record<string, Limit>

export interface Attempt {
  readonly kind: keyof typeof limits
  readonly subject: string
}

export interface Attempts {
  /**
   * Counts an attempt before it is made, so that many at once do not slip through, and answers how many seconds it has
   * to wait (0: go on). Attempts during a pause are refused without making it longer.
   */
  begin(attempt: Attempt): Promise<number>
  /** Forgets them all: the right person was there. */
  forget(attempt: Attempt): Promise<void>
  /** Takes one back, and the pause it brought: it was not a failure. */
  takeBack(attempt: Attempt): Promise<void>
}

/** Hides what is counted. */
interface Blind {
  /** A keyed hash of an address: found again, never read. */
  blind(subject: string): Buffer
}

/** Counters in the database, so that all processes agree. Subjects are hashed, known and unknown addresses alike. */
export function countAttempts(db: Kysely<Tables>, secrets: Blind, now: () => Date): Attempts {
  const key = ({ kind, subject }: Attempt) => secrets.blind(`${kind}:${normalised(kind, subject)}`)

  return {
    async begin(attempt) {
      const subject = key(attempt)
      const at = now()
      const { free } = limits[attempt.kind]
      // Longer than the longest pause: the clock has been set back since, and nobody waits for it to come round.
      const longestUntil = new Date(at.getTime() + longestPause * 1000)
      const pause = sql`case when n < ${free} then null else ${at}::timestamptz + make_interval(
        secs => least(${longestPause}::int, power(2, least(n - ${free}::int, 20)))) end`
      const { rows } = await sql<{ count: number }>`
        insert into attempt (subject, count, last_at) values (${subject}, 1, ${at})
        on conflict (subject) do update set (count, last_at, locked_until) = (
          select n, ${at}::timestamptz, ${pause}
          from (select case when attempt.last_at < ${at}::timestamptz - make_interval(secs => ${memory})
            then 1 else attempt.count + 1 end as n) counted)
        where attempt.locked_until is null or attempt.locked_until <= ${at} or attempt.locked_until > ${longestUntil}
        returning count`.execute(db)
      if (rows.length > 0) return 0
      const row = await db
        .selectFrom('attempt')
        .select('locked_until')
        .where('subject', '=', subject)
        .executeTakeFirst()
      const until = row?.locked_until?.getTime() ?? at.getTime()
      return Math.max(1, Math.ceil((until - at.getTime()) / 1000))
    },

    async forget(attempt) {
      await db.deleteFrom('attempt').where('subject', '=', key(attempt)).execute()
    },

    async takeBack(attempt) {
      await db
        .updateTable('attempt')
        .set({ count: sql`greatest(count - 1, 0)`, locked_until: null })
        .where('subject', '=', key(attempt))
        .execute()
    },
  }
}

/** Removes the counters that have had their peace. */
export async function forgetOldAttempts(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('last_at', '<', new Date(now.getTime() - 2 * memory * 1000))
    .execute()
}

function normalised(kind: Attempt['kind'], subject: string): string {
  return kind === 'client' || kind === 'enquirer' ? network(subject) : subject.trim().toLowerCase()
}

/** One customer of an IPv6 network has at least a /64, so its addresses count as one. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
