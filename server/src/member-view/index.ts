import * as memberView from '@honbu/contract/member-view.ts'
import { serve } from '../platform/route.ts'
import { getAttendances, getAttendanceYear } from './get-attendances.ts'
import { getClasses } from './get-classes.ts'
import { getDetails } from './get-details.ts'
import { getMemberBookings } from './get-member-bookings.ts'
import { getMessages } from './get-messages.ts'
import { getNextSession } from './get-next-session.ts'
import { getTimeline } from './get-timeline.ts'

export const serveMemberView = serve(memberView, {
  getDetails,
  getNextSession,
  getTimeline,
  getClasses,
  getAttendances,
  getAttendanceYear,
  getMemberBookings,
  getMessages,
})
