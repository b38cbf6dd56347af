import type * as call from '@honbu/contract/bookings.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { requireSuitable } from '../classes/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { refreshTasks } from '../tasks/index.ts'
import { becomeProspect } from './become-prospect.ts'
import type { BookingWrite } from './booking-write.ts'
import { type ClassDay, lockRunningDay } from './class-day.ts'
import { holdersOf, isProspect } from './holders.ts'
import { dayInWords } from './letters.ts'
import { closeEntry, moveUp, openEntries } from './move-up.ts'
import { onlyClassOf } from './only-class.ts'
import { noPlace } from './places.ts'

/**
 * Books a place for a member. Who waits in line comes first; who has been offered a place takes it by this.
 * @throws Refused 409 under `bookingDate` when no place is free, under `id` when the member has one already
 */
export async function saveBooking(
  context: Write,
  { id, memberId, classId, bookingDate, overrideReason }: Input<typeof call.saveBooking>,
) {
  if (memberId === undefined) throw refused(400, 'memberId', 'Give the member to book, or the class beside them.')
  if (id !== memberId && id !== classId) throw refused(400, 'id', 'Is neither this member nor this class.')
  const which = classId ?? (await onlyClassOf(context, { memberId, bookingDate, pathId: id }))
  return await bookSuitable(context, { memberId, classId: which, bookingDate }, overrideReason)
}

interface Place {
  readonly memberId: number
  readonly classId: number
  readonly bookingDate: string
}

/** Books someone whom the class is for, or anyone else for a reason. */
export async function bookSuitable(context: BookingWrite, { memberId, classId, bookingDate }: Place, reason = '') {
  const day = await lockRunningDay(context.tx, classId, bookingDate)
  await requireSuitable(context.tx, { memberId, classId, on: bookingDate }, reason)
  return await bookPlace(context, day, memberId, reason)
}

/** The same where no one has to be warned: of what is bought at the desk, or by someone who has just joined. */
export const bookMember = async (context: BookingWrite, { memberId, classId, bookingDate }: Place) =>
  await bookPlace(context, await lockRunningDay(context.tx, classId, bookingDate), memberId)

/** The same for a day that has been locked. */
export async function bookPlace(context: BookingWrite, day: ClassDay, memberId: number, overrideReason = '') {
  const { tx, now, audit } = context
  const { classId, className, classDate, clubId, rootClubId, timeZone } = day
  if (day.finishesAt <= now) throw refused(400, 'bookingDate', `${className} on ${dayInWords(classDate)} is over.`)
  await requireUnbooked(context, day, memberId)

  await moveUp(context, day)
  const mine = (await openEntries(context, day)).find(entry => entry.memberId === memberId)
  const person = { memberId, isProspect: await isProspect(tx, memberId, clubId) }
  // An offer is a place: it keeps even where the capacity has been lowered since.
  const full = mine?.offerUntil ? null : noPlace(day, await holdersOf(tx, day, now), person)
  if (full !== null) throw refused(409, 'bookingDate', full)
  if (mine) await closeEntry(context, day, mine, 'booked')

  const { id: bookingId } = await refuseOn(
    {
      booking_once: ['id', alreadyBooked],
      booking_member_id_root_club_id_fkey: ['id', `This member belongs to other clubs than ${className} does.`],
    },
    () =>
      tx
        .insertInto('booking')
        .values({
          class_id: classId,
          club_id: clubId,
          root_club_id: rootClubId,
          member_id: memberId,
          booking_date: classDate,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
  )
  await becomeProspect(context, { memberId, clubId, on: todayIn(timeZone, now) })
  await refreshTasks(tx, { clubId, memberIds: [memberId], now, settle: ['enquiry', 'trial'] })
  const after = { classId, bookingDate: classDate, ...(overrideReason && { overrideReason }) }
  audit({ clubId, memberId, subject: 'booking', subjectId: bookingId, before: null, after })
  return { bookingId, memberId, classId, bookingDate: classDate }
}

const alreadyBooked = 'Is booked for this day already.'

/** @throws Refused 409 under `id` */
export async function requireUnbooked(
  { tx }: Pick<BookingWrite, 'tx'>,
  { classId, classDate }: Pick<ClassDay, 'classId' | 'classDate'>,
  memberId: number,
) {
  const booked = await tx
    .selectFrom('booking')
    .select('id')
    .where('class_id', '=', classId)
    .where('booking_date', '=', classDate)
    .where('member_id', '=', memberId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (booked) throw refused(409, 'id', alreadyBooked)
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })
