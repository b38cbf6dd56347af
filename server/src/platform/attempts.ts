import { isIPv6 } from 'node:net'
import { type Kysely, sql } from 'kysely'
import type { SecretBox } from './secret-box.ts'
import type { Tables } from './tables.ts'

/** So many attempts are free; then each brings a pause, which doubles from one second to the longest. */
interface Limit {
  readonly free: number
  /** In seconds. */
  readonly longest: number
  /** Attempts are forgotten after this many seconds without one. */
  readonly memory: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Docs/decisions/0071 works out how many guesses these leave. */
const limits = {
  /** Passwords, codes and passkeys from a browser in which the account, or for a passkey any account, has logged in before. */
  device: { free: 10, longest: 15 * minute, memory: hour },
  /** Passwords from any other browser, by email address and client. */
  guess: { free: 6, longest: 15 * minute, memory: day },
  /** The same for all email addresses, by client. A whole club may share one address. */
  client: { free: 20, longest: 15 * minute, memory: hour },
  /** The same for a whole network of clients. */
  network: { free: 100, longest: minute, memory: hour },
  /** The same by email address, from anywhere: short, so that strangers can't keep the owner out. */
  email: { free: 50, longest: 36, memory: day },
  /** Codes of the second step from any other browser, by account: whoever gets here knows the password. */
  code: { free: 5, longest: 15 * minute, memory: day },
  /** Passkeys from any other browser, by client. No one guesses one, so this only saves work. */
  passkey: { free: 60, longest: 10, memory: hour },
  /** Forms that anyone can send and that cause work or an email, by client. */
  form: { free: 20, longest: 15 * minute, memory: hour },
  /** Emails of one kind to one address, by the client that asked for them. */
  mailFrom: { free: 3, longest: 15 * minute, memory: hour },
  /** The same from all clients: what we don't send is at most five minutes newer than what we sent. */
  mail: { free: 10, longest: 5 * minute, memory: hour },
  /** Secret links that never were, by client. Mail programs and people cut off a few. */
  link: { free: 30, longest: 15 * minute, memory: hour },
  /** Enquiries from a website, by client. */
  enquirer: { free: 8, longest: 15 * minute, memory: hour },
  /** The same of a whole club. */
  enquiryClub: { free: 60, longest: 15 * minute, memory: hour },
} as const satisfies Record<string, Limit>

const longestMemory = Math.max(...Object.values(limits).map(({ memory }) => memory))

export interface Attempt {
  readonly kind: keyof typeof limits
  readonly subject: string
}

export interface Attempts {
  /**
   * Counts an attempt under each of these before it is made, so that many at once can't slip through.
   * @returns how many seconds it has to wait; 0: go on. A refused attempt counts under none of them.
   */
  begin(...attempts: readonly Attempt[]): Promise<number>
  /** How many seconds an attempt would have to wait, without counting it; 0: none. */
  pause(attempt: Attempt): Promise<number>
  /** It was the right person. Forgets what was counted for them alone, and takes back the one counted for everyone at a client. */
  succeed(...attempts: readonly Attempt[]): Promise<void>
}

/** Counters in the database, so that all processes agree. Subjects are hashed, known and unknown addresses alike. */
export function countAttempts(db: Kysely<Tables>, box: Pick<SecretBox, 'sign'>, now: () => Date): Attempts {
  const key = ({ kind, subject }: Attempt) => box.sign(`${kind}:${normalised(kind, subject)}`, 'attempt')

  async function count(attempt: Attempt): Promise<number> {
    const subject = key(attempt)
    const at = now()
    const { free, longest, memory } = limits[attempt.kind]
    // Longer than the longest pause: the clock has been set back since, and nobody waits for it to come round.
    const longestUntil = new Date(at.getTime() + longest * 1000)
    const pause = sql`case when n < ${free} then null else ${at}::timestamptz + make_interval(
      secs => least(${longest}::int, power(2, least(n - ${free}::int, 20)))) end`
    const { rows } = await sql<{ count: number }>`
      insert into attempt (subject, count, last_at) values (${subject}, 1, ${at})
      on conflict (subject) do update set (count, last_at, locked_until) = (
        select n, ${at}::timestamptz, ${pause}
        from (select case when attempt.last_at < ${at}::timestamptz - make_interval(secs => ${memory})
          then 1 else attempt.count + 1 end as n) counted)
      where attempt.locked_until is null or attempt.locked_until <= ${at} or attempt.locked_until > ${longestUntil}
      returning count`.execute(db)
    if (rows.length > 0) return 0
    const row = await db.selectFrom('attempt').select('locked_until').where('subject', '=', subject).executeTakeFirst()
    const until = row?.locked_until?.getTime() ?? at.getTime()
    return Math.max(1, Math.ceil((until - at.getTime()) / 1000))
  }

  async function takeBack(attempt: Attempt): Promise<void> {
    await db
      .updateTable('attempt')
      .set({ count: sql`greatest(count - 1, 0)`, locked_until: null })
      .where('subject', '=', key(attempt))
      .execute()
  }

  return {
    async begin(...attempts) {
      for (const [place, attempt] of attempts.entries()) {
        const seconds = await count(attempt)
        if (seconds === 0) continue
        for (const counted of attempts.slice(0, place)) await takeBack(counted)
        return seconds
      }
      return 0
    },

    async pause(attempt) {
      const row = await db
        .selectFrom('attempt')
        .select('locked_until')
        .where('subject', '=', key(attempt))
        .executeTakeFirst()
      const left = (row?.locked_until?.getTime() ?? 0) - now().getTime()
      // A clock that has been set back keeps nobody waiting.
      return left > 0 && left <= limits[attempt.kind].longest * 1000 ? Math.ceil(left / 1000) : 0
    },

    async succeed(...attempts) {
      for (const attempt of attempts) {
        if (ofClients.has(attempt.kind)) await takeBack(attempt)
        else await db.deleteFrom('attempt').where('subject', '=', key(attempt)).execute()
      }
    },
  }
}

/** Removes the counters that have had their peace. */
export async function forgetOldAttempts(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('last_at', '<', new Date(now.getTime() - 2 * longestMemory * 1000))
    .execute()
}

function normalised(kind: Attempt['kind'], subject: string): string {
  if (!ofClients.has(kind)) return subject.trim().toLowerCase()
  return kind === 'network' ? networkOf(subject) : clientOf(subject)
}

/** Whose subject is the address of a client, which many people may share. */
const ofClients = new Set<Attempt['kind']>(['client', 'network', 'passkey', 'form', 'link', 'enquirer'])

/** The client that an address belongs to: one customer of an IPv6 network has at least a /64, so its addresses count as one. */
export const clientOf = (address: string): string => groupsOf(address)?.slice(0, 4).join(':') ?? address

/** The network around a client: a /48 of IPv6, a /24 of IPv4. */
const networkOf = (address: string): string =>
  groupsOf(address)?.slice(0, 3).join(':') ?? address.replace(/^::ffff:/, '').replace(/\.\d+$/, '')

/** The eight groups of an IPv6 address; undefined: it is none, or only wraps an IPv4 address. */
function groupsOf(address: string): readonly string[] | undefined {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return undefined
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
}
