import { keepsQuietHours, sendableFrom } from '@honbu/contract/quiet-hours.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Claimed } from './claim.ts'
import type { SentMessage } from './sent-message.ts'

interface Clock {
  readonly clubs: ReadonlyMap<number, { readonly timeZone: string }>
  readonly now: Date
}

/** Whether a message may go to this person now, by the clock of their club. */
export const mayLeave = (
  message: Pick<SentMessage, 'channel' | 'purpose'>,
  person: Pick<Claimed, 'clubId' | 'isUrgent'>,
  clock: Clock,
): boolean => !keepsQuietHours(message) || person.isUrgent || morningIn(person.clubId, clock) <= clock.now

interface AtNight extends Clock {
  readonly message: Pick<SentMessage, 'id' | 'channel' | 'purpose'>
  readonly claimed: readonly Claimed[]
}

/**
 * Puts off everyone of the message in whose club it is night, those who wait unclaimed too.
 * @returns those who are written to now
 */
export async function leaveForMorning(db: Db, { message, claimed, ...clock }: AtNight): Promise<readonly Claimed[]> {
  const asleep = claimed.filter(person => !mayLeave(message, person, clock))
  if (asleep.length === 0) return claimed
  const ids = asleep.map(({ id }) => id)
  for (const clubId of new Set(asleep.map(person => person.clubId)))
    await sql`
      update message_recipient set state = 'waiting', claim = null, not_before = ${morningIn(clubId, clock)}
      where message_id = ${message.id} and club_id = ${clubId}::bigint and not is_urgent
        and (id = any(${ids}::bigint[]) or state = 'waiting' and not_before <= ${clock.now})`.execute(db)
  return claimed.filter(person => !asleep.includes(person))
}

function morningIn(clubId: number, { clubs, now }: Clock): Date {
  const club = clubs.get(clubId)
  return club ? sendableFrom(club.timeZone, now) : now
}
