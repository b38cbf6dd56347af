import type * as call from '@honbu/contract/bookings.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { requireSuitable } from '../classes/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { BookingWrite } from './booking-write.ts'
import { lockDay, lockRunningDay } from './class-day.ts'
import { hasLeft, holdersOf, isProspect } from './holders.ts'
import { dayInWords } from './letters.ts'
import { closeEntry, moveUp, openEntries } from './move-up.ts'
import { noPlace } from './places.ts'
import { requireUnbooked } from './save-booking.ts'

/** Joins at the end. Who could simply book is told so. */
export async function joinWaitingList(context: BookingWrite, given: Input<typeof call.joinWaitingList>) {
  const { tx, now, user, audit } = context
  const { id: memberId, classId, bookingDate, overrideReason = '' } = given
  const day = await lockRunningDay(tx, classId, bookingDate)
  const { clubId, rootClubId, className } = day
  if (day.startsAt <= now)
    throw refused('bookingDate', `${className} on ${dayInWords(bookingDate)} has begun: nobody waits for it any more.`)
  await requireUnbooked(context, day, memberId)
  if (await hasLeft(tx, memberId, clubId))
    throw refused('id', 'This member has left the club. Renew the membership first.')
  await requireSuitable(tx, { memberId, classId, on: bookingDate }, overrideReason)
  await moveUp(context, day)
  const before = await openEntries(context, day)
  if (before.some(entry => entry.memberId === memberId)) throw refused('id', alreadyListed)
  const person = { memberId, isProspect: await isProspect(tx, memberId, clubId) }
  if (noPlace(day, await holdersOf(tx, day, now), person) === null)
    throw refused('bookingDate', 'There is a place: it can be booked.')

  const { id } = await refuseOn(
    {
      waiting_list_once: ['id', alreadyListed],
      waiting_list_entry_member_id_root_club_id_fkey: [
        'id',
        `This member belongs to other clubs than ${className} does.`,
      ],
    },
    () =>
      tx
        .insertInto('waiting_list_entry')
        .values({
          class_id: classId,
          club_id: clubId,
          root_club_id: rootClubId,
          member_id: memberId,
          class_date: bookingDate,
          joined_at: now,
          account_id: user?.accountId ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
  )
  const after = { classId, classDate: bookingDate }
  audit({ clubId, memberId, subject: 'waiting_list_entry', subjectId: id, before: null, after })
  return { memberId, classId, bookingDate, position: before.length + 1 }
}

/** Leaves, or declines what was offered; the next one is asked in the same go. */
export async function leaveWaitingList(context: BookingWrite, given: Input<typeof call.leaveWaitingList>) {
  const { id: memberId, classId, bookingDate } = given
  const day = await lockDay(context.tx, classId, bookingDate)
  const entry = await context.tx
    .selectFrom('waiting_list_entry')
    .select(['id', 'member_id as memberId', 'offer_until as offerUntil', 'club_id as clubId'])
    .where('class_id', '=', classId)
    .where('class_date', '=', bookingDate)
    .where('member_id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!entry) throw refused('id', 'Is not on the waiting list of this day.')
  const declined = entry.offerUntil !== null
  const place = { classId, classDate: bookingDate, clubId: entry.clubId }
  await closeEntry(context, place, entry, declined ? 'declined' : 'left')
  if (day) await moveUp(context, day)
  return { memberId, classId, bookingDate, declined }
}

/** Brings every list of a club on which a member waits up to date, as when they have left: their offers pass on. */
export async function moveListsOf(
  context: BookingWrite,
  { memberId, clubId }: { memberId: number; clubId: number },
): Promise<void> {
  const lists = await context.tx
    .selectFrom('waiting_list_entry')
    .select(['class_id as classId', 'class_date as classDate'])
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('closed_at', 'is', null)
    .orderBy('class_date')
    .orderBy('class_id')
    .execute()
  for (const { classId, classDate } of lists) {
    const day = await lockDay(context.tx, classId, classDate)
    if (day) await moveUp(context, day)
  }
}

const alreadyListed = 'Is on the waiting list of this day already.'

const refused = (field: string, message: string) => new Refused(409, message, { [field]: [message] })
