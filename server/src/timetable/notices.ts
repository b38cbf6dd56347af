import { randomUUID } from 'node:crypto'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Channel } from '@honbu/contract/reach.ts'
import { sql } from 'kysely'
import { contactsOf } from '../bookings/index.ts'
import type { Write } from '../platform/route.ts'
import { type Reached, reachOf } from '../reach/index.ts'

/** What a member is told of the sessions that change. */
export interface Word {
  readonly memberId: number
  /** In one line: the subject of an email. */
  readonly subject: string
  /** Whole sentences, one a session. */
  readonly lines: readonly string[]
}

/** The job that sends them. Its data has ids and the names of classes, nothing of people. */
export const tellSessionsJob = 'tell-changed-sessions'

export interface Notice {
  /** Makes a second run send nothing twice. */
  readonly id: string
  readonly clubId: number
  /** A session starts within a day: texts leave at night too. Missing in jobs of the version before. */
  readonly isUrgent?: boolean
  readonly words: readonly (Word & { readonly channels: readonly Channel[] })[]
}

/** Who will be told and how, before anything is sent. */
export interface Plan {
  readonly notice: Notice
  readonly emails: number
  readonly texts: number
  readonly notReached: { memberId: number; name: string; phone: string }[]
}

/**
 * Plans how members are told: by email, by text where there is no address that works, by both where it is urgent. Nothing
 * goes to an address that bounced or asked to stop.
 */
export async function planNotice(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  { clubId, words, isUrgent }: { clubId: number; words: readonly Word[]; isUrgent: boolean },
): Promise<Plan> {
  const memberIds = words.map(({ memberId }) => memberId)
  const byEmail = await reachable(tx, { clubId, memberIds, channel: 'email', now })
  const bySms = await reachable(tx, { clubId, memberIds, channel: 'sms', now })
  const told = words.map(word => {
    const hasEmail = byEmail.has(word.memberId)
    const channels: Channel[] = hasEmail ? ['email'] : []
    if (bySms.has(word.memberId) && (isUrgent || !hasEmail)) channels.push('sms')
    return { ...word, channels }
  })
  const count = (channel: Channel) => told.filter(({ channels }) => channels.includes(channel)).length
  const without = told.filter(({ channels }) => channels.length === 0).map(({ memberId }) => memberId)
  return {
    notice: { id: randomUUID(), clubId, isUrgent, words: told.filter(({ channels }) => channels.length > 0) },
    emails: count('email'),
    texts: count('sms'),
    notReached: (await contactsOf(tx, without)).map(({ memberId, name, phone }) => ({ memberId, name, phone })),
  }
}

interface Asked {
  readonly clubId: number
  readonly memberIds: readonly number[]
  readonly channel: Channel
  readonly now: Date
}

async function reachable(tx: Write['tx'], { clubId, memberIds, channel, now }: Asked): Promise<ReadonlySet<number>> {
  if (memberIds.length === 0) return new Set()
  const club = await tx.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  const asked = sql`select unnest(${[...memberIds]}::bigint[]) as member_id, ${clubId}::bigint as club_id`
  const reach = reachOf(asked, { channel, purpose: 'service', today: todayIn(club.time_zone, now) })
  const { rows } = await sql<Reached>`select * from (${reach}) reached where refusal is null`.execute(tx)
  return new Set(rows.map(row => row.member_id ?? 0))
}
