import { sql } from 'kysely'
import type { WaitingListParts } from './booking-write.ts'
import { readDay } from './class-day.ts'
import { contactsOf } from './contacts.ts'
import { clubOf, instantInWords, letter, whenOf } from './letters.ts'
import { offerAddress } from './offer-pages.ts'
import { makeSecret } from './offers.ts'

/** Writes to someone who has been offered a place. Without an address the staff calls; an offer that is over is none. */
export async function sendOfferMail(parts: Omit<WaitingListParts, 'jobs'>, entryId: number): Promise<void> {
  const { db, now, mail, config } = parts
  const entry = await db
    .selectFrom('waiting_list_entry')
    .select(['member_id as memberId', 'class_id as classId', 'class_date as classDate', 'club_id as clubId'])
    .select(sql<Date>`coalesce(offer_until, joined_at)`.as('offerUntil'))
    .where('id', '=', entryId)
    .executeTakeFirst()
  if (!entry) return
  const [contact] = await contactsOf(db, [entry.memberId])
  const day = await readDay(db, entry.classId, entry.classDate)
  if (!contact?.email || !day) return
  const secret = await makeSecret(db, entryId, now())
  if (!secret) return
  const club = await clubOf(db, entry.clubId)
  await mail.send(
    letter(club, {
      name: 'placeOffer',
      to: contact.email,
      subject: `A place in ${day.className} is free: ${whenOf(day)}`,
      paragraphs: [
        `A place in ${day.className} on ${whenOf(day)} has fallen free, and ${contact.firstName} is next on the waiting list. ` +
          `We keep it until ${instantInWords(entry.offerUntil, club.timeZone)}.`,
        'Take it, or pass it on to the next, here:',
        offerAddress(config, secret),
        'If there is no answer by then, the place goes to the next on the list.',
      ],
    }),
  )
}
