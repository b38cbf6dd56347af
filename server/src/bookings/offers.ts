import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { weekRowSql } from '../classes/index.ts'
import { demandWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import type { BookingWrite } from './booking-write.ts'
import { type ClassDay, lockDay } from './class-day.ts'
import { closeEntry, moveUp } from './move-up.ts'
import { bookPlace } from './save-booking.ts'

/** What a link that answers an offer is about. */
export interface Offer {
  readonly entryId: number
  readonly memberId: number
  readonly firstName: string
  readonly classId: number
  readonly className: string
  readonly clubId: number
  readonly clubName: string
  readonly timeZone: string
  readonly location: string
  readonly classDate: string
  readonly offerUntil: Date
  /** What became of it; null: nothing yet. */
  readonly closedAs: string | null
}

/** Whose offer a link is, also when it has been answered: people press twice. Undefined for no link of ours. */
export async function offerOf(db: Db, secret: string): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select entry.id as "entryId", entry.member_id as "memberId", person.first_name as "firstName",
      class.id as "classId", class.class_name as "className", club.id as "clubId", club.name as "clubName",
      club.time_zone as "timeZone", coalesce(location.name, '') as location, entry.class_date as "classDate",
      entry.offer_until as "offerUntil", entry.closed_as as "closedAs"
    from waiting_list_entry entry
    join class on class.id = entry.class_id
    join club on club.id = entry.club_id
    join member on member.id = entry.member_id
    join person on person.id = member.person_id
    left join class_session changed on changed.class_id = class.id and changed.class_date = entry.class_date
    left join lateral ${weekRowSql(sql`class.id`, sql`entry.class_date`)} week on true
    left join location on location.id = coalesce(changed.location_id, week.location_id, class.location_id)
    where entry.secret_hash = ${hashOf(secret)}`.execute(db)
  if (rows[0]) await demandWorking(db, rows[0].clubId)
  return rows[0]
}

/** A secret for the link of an offer that stands; the one before ends. Null when there is nothing left to answer. */
export async function makeSecret(db: Db, entryId: number, now: Date): Promise<string | null> {
  const secret = randomBytes(32).toString('base64url')
  const entry = await db
    .updateTable('waiting_list_entry')
    .set({ secret_hash: hashOf(secret) })
    .where('id', '=', entryId)
    .where('closed_at', 'is', null)
    .where('offer_until', '>', now)
    .returning('id')
    .executeTakeFirst()
  return entry ? secret : null
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Answers an offer, once: with a place, or by passing it on. An offer that has been answered, or whose time is over, stays
 * as it is.
 * @throws Refused when the class is over, or does not run any more
 */
export async function answerOffer(context: BookingWrite, secret: string, answer: 'accept' | 'decline'): Promise<void> {
  const { now } = context
  const { offer, day } = await lockOffer(context, secret)
  if (!offer || offer.closedAs !== null || offer.offerUntil <= now) return
  if (answer === 'accept' && day) return void (await bookPlace(context, day, offer.memberId))
  await closeEntry(context, offer, { ...offer, id: offer.entryId }, answer === 'accept' ? 'ended' : 'declined')
  if (day) await moveUp(context, day)
}

async function lockOffer({ tx }: BookingWrite, secret: string): Promise<{ offer?: Offer; day?: ClassDay | null }> {
  let offer = await offerOf(tx, secret)
  while (offer) {
    const day = await lockDay(tx, offer.classId, offer.classDate)
    // Its slot may have been moved, or the offer answered, while this waited.
    const now = await offerOf(tx, secret)
    if (now && now.classDate === offer.classDate) return { offer: now, day }
    offer = now
  }
  return {}
}
