import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/trials.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { type BookedTrial, dueAt, type NotificationKind, readBookedTrial } from './notification-state.ts'

/** Brings what is scheduled about a booking in line with what is so now; asked twice, it changes nothing. */
export async function activation(
  context: Pick<Write, 'tx' | 'now' | 'audit'>,
  { memberId, bookingId }: Input<typeof call.activation>,
) {
  const { tx, now, audit } = context
  const trial = await readBookedTrial(tx, bookingId)
  const message = 'Is a booking of somebody else.'
  if (trial?.memberId !== memberId) throw new Refused(400, message, { bookingId: [message] })
  const reminderAt = await schedule(context, 'trial-reminder', trial)
  const invitationAt = await schedule(context, 'join-invitation', trial)
  const scheduled = {
    reminderAt: dueAt('trial-reminder', trial, now) && reminderAt,
    invitationAt: dueAt('join-invitation', trial, now) && invitationAt,
  }
  audit({ clubId: trial.clubId, memberId, subject: 'booking', subjectId: bookingId, after: scheduled })
  return { memberId, bookingId, ...scheduled }
}

/** @returns when it is, or was, due */
async function schedule(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  kind: NotificationKind,
  trial: BookedTrial,
): Promise<string | null> {
  const { bookingId, memberId, clubId, rootClubId } = trial
  const due = dueAt(kind, trial, now)
  if (due === null) {
    await tx
      .updateTable('scheduled_notification')
      .set({ cancelled_at: now })
      .where('booking_id', '=', bookingId)
      .where('kind', '=', kind)
      .where('sent_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute()
    return null
  }
  await tx
    .insertInto('scheduled_notification')
    .values({
      club_id: clubId,
      root_club_id: rootClubId,
      member_id: memberId,
      booking_id: bookingId,
      kind,
      due_at: due,
    })
    .onConflict(conflict =>
      conflict
        .columns(['booking_id', 'kind'])
        .doUpdateSet({ due_at: due, cancelled_at: null })
        .where('scheduled_notification.sent_at', 'is', null),
    )
    .execute()
  return due.toISOString()
}
