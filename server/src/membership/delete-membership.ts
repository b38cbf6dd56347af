import type { Input } from '@honbu/contract/endpoint.ts'
import type { deleteMembership as call } from '@honbu/contract/membership.ts'
import { sql } from 'kysely'
import { stopCollecting } from '../collections/index.ts'
import { forgetCards } from '../paying/index.ts'
import type { Write } from '../platform/route.ts'
import { audited, lockMembership, refused } from './lock-membership.ts'

/** A mistake is deleted; what has a history lapses. */
export async function deleteMembership(context: Write, { id }: Input<typeof call>) {
  const { tx, audit } = context
  const before = await lockMembership(context, id)
  const { memberId, clubId, clubName } = before
  const others = await tx
    .selectFrom('club_member')
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (!others) throw refused(409, 'id', 'It is the only membership: without one nobody could find this member.')
  const { rows } = await sql<{ what: string }>`
    select what from (values
      ('marks in the register', exists (select from attendance where member_id = ${memberId} and club_id = ${clubId})),
      ('bookings', exists (select from booking where member_id = ${memberId} and club_id = ${clubId})),
      ('enrolments', exists (select from class_member where member_id = ${memberId} and club_id = ${clubId})),
      ('charges', exists (select from charge where member_id = ${memberId} and club_id = ${clubId})),
      ('payments on their way', exists (select from external_payment where member_id = ${memberId} and club_id = ${clubId}
        and state in ('pending_customer_approval', 'submitted', 'confirmed', 'paid_out'))),
      ('payments', exists (select from payment where member_id = ${memberId} and club_id = ${clubId})),
      ('gradings', exists (select from grading_result where member_id = ${memberId} and club_id = ${clubId})),
      ('notes', exists (select from member_note where member_id = ${memberId} and club_id = ${clubId}))
    ) as hangs (what, is_there) where is_there`.execute(tx)
  if (rows.length > 0) {
    const what = rows.map(row => row.what).join(', ')
    throw refused(409, 'id', `There are ${what} of ${clubName}: let the membership lapse, so that its history stays.`)
  }
  await stopCollecting(context, { memberId, clubIds: [clubId] })
  await forgetCards(context, { memberId, clubIds: [clubId] })
  await tx.deleteFrom('club_member').where('id', '=', id).execute()
  audit({ clubId, memberId, subject: 'club_member', subjectId: id, before: audited(before), after: null })
  return { clubMemberId: id, memberId }
}
