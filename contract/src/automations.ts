import * as z from 'zod/mini'
import { booking, id, member, post } from './endpoint.ts'

const instant = z.nullable(z.string())

export const activation = post('/api/notification/scheduler/activation', {
  summary:
    'Begins the automations about a booked trial: at first a reminder the day before, and an invitation to join the day ' +
    'after. They stop when the booking is cancelled or the person joins. Answers when (ISO 8601, UTC) those two are to be ' +
    'sent, or were; null for one that is not.',
  access: [member('memberId'), booking('bookingId')],
  input: { memberId: id, bookingId: id },
  output: z.object({ memberId: id, bookingId: id, reminderAt: instant, invitationAt: instant }),
})
