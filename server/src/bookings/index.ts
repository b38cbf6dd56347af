import * as bookings from '@honbu/contract/bookings.ts'
import { serve } from '../platform/route.ts'
import { cancelBooking } from './cancel-booking.ts'
import { deleteClassAvailability } from './delete-class-availability.ts'
import { getBookings } from './get-bookings.ts'
import { getClassAvailabilities } from './get-class-availabilities.ts'
import { saveBooking } from './save-booking.ts'
import { saveClassAvailability } from './save-class-availability.ts'
import { saveOfferHours } from './save-offer-hours.ts'
import { getClassAvailabilitySeries, saveClassAvailabilitySeries } from './save-slot-series.ts'
import { joinWaitingList, leaveWaitingList } from './waiting-list.ts'

export const serveBookings = serve(bookings, {
  getClassAvailabilities,
  saveClassAvailability,
  deleteClassAvailability,
  getClassAvailabilitySeries,
  saveClassAvailabilitySeries,
  saveOfferHours,
  getBookings,
  saveBooking,
  cancelBooking,
  joinWaitingList,
  leaveWaitingList,
})

export { type BookingWrite, type WriteParts, writeBySystem } from './booking-write.ts'
export { cancelBooking } from './cancel-booking.ts'
export { type ClassDay, lockDay } from './class-day.ts'
export { contactsOf } from './contacts.ts'
export { type BookableDay, bookableDays, requireFreePlace } from './free-places.ts'
export { holdersOf } from './holders.ts'
export { dayInWords, whenOf } from './letters.ts'
export { waitingListMetrics } from './metrics.ts'
export { moveBookings, moveWaiting, takeAlong } from './move-people.ts'
export { closeEntry, moveUp } from './move-up.ts'
export { noPlace } from './places.ts'
export { bookMember, bookSuitable } from './save-booking.ts'
export { moveListsOf } from './waiting-list.ts'
export { openWaitingLists } from './waiting-lists.ts'
