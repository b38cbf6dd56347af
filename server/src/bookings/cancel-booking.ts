import type * as call from '@honbu/contract/bookings.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { Refused } from '../platform/refused.ts'
import type { BookingWrite } from './booking-write.ts'
import { type ClassDay, lockDay } from './class-day.ts'
import { dayInWords } from './letters.ts'
import { moveUp } from './move-up.ts'

/** Cancels a booking, and lets the waiting list move up. Asked twice, it answers the same. */
export async function cancelBooking(context: BookingWrite, { id }: Input<typeof call.cancelBooking>) {
  const { tx, now, audit } = context
  const { booking, day } = await lockBooking(context, id)
  const { memberId, classId, bookingDate, clubId } = booking
  const before = { classId, bookingDate, cancelledAt: booking.cancelledAt?.toISOString() ?? null }
  const after = { classId, bookingDate, cancelledAt: (booking.cancelledAt ?? now).toISOString() }
  if (!booking.cancelledAt) {
    if (day) await requireNotHeld(context, day, memberId)
    await tx.updateTable('booking').set({ cancelled_at: now }).where('id', '=', id).execute()
    if (day) await moveUp(context, day)
  }
  audit({ clubId, memberId, subject: 'booking', subjectId: id, before, after })
  return { bookingId: id, memberId, classId, bookingDate }
}

/** The booking, and its day under lock; null where the class does not run on it any more. */
async function lockBooking({ tx }: BookingWrite, id: number) {
  const read = () =>
    tx
      .selectFrom('booking')
      .select(['class_id as classId', 'booking_date as bookingDate', 'member_id as memberId'])
      .select(['club_id as clubId', 'cancelled_at as cancelledAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  let booking = await read()
  for (;;) {
    const day = await lockDay(tx, booking.classId, booking.bookingDate)
    // Its slot may have been moved to another day while this waited.
    const now = await read()
    if (now.bookingDate === booking.bookingDate) return { booking: now, day }
    booking = now
  }
}

/** What has been is history. */
async function requireNotHeld({ tx, now }: BookingWrite, day: ClassDay, memberId: number) {
  const { className, classId, classDate } = day
  if (day.finishesAt <= now) throw refused(`${className} on ${dayInWords(classDate)} is over: mark an absence instead.`)
  const mark = await tx
    .selectFrom('attendance')
    .select('attended')
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (mark?.attended) throw refused('Is marked present in the register: take the mark back first.')
}

const refused = (message: string) => new Refused(409, message, { id: [message] })
