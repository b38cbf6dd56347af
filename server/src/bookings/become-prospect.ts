import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { BookingWrite } from './booking-write.ts'

interface Booked {
  readonly memberId: number
  readonly clubId: number
  /** The day of the club on which the booking is made. */
  readonly on: string
}

/**
 * Who has only asked so far is a prospect from the first booking on: the move "trial or booking" of members/status.ts,
 * the only one that a booking makes. Any other status stays as it is.
 */
export async function becomeProspect({ tx, user, audit }: BookingWrite, { memberId, clubId, on }: Booked) {
  const { enquiry, prospect } = memberStatus
  const moved = await tx
    .updateTable('club_member')
    .set({ member_status_id: prospect, version: sql`version + 1` })
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('member_status_id', '=', enquiry)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return
  await tx
    .insertInto('member_status_change')
    .values({
      club_member_id: moved.id,
      club_id: clubId,
      from_status_id: enquiry,
      to_status_id: prospect,
      changed_on: on,
      account_id: user?.accountId ?? null,
    })
    .execute()
  audit({
    clubId,
    memberId,
    subject: 'club_member',
    subjectId: moved.id,
    before: { memberStatusId: enquiry },
    after: { memberStatusId: prospect },
  })
}
