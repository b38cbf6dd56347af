import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/gradings.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { refreshTasks } from '../tasks/index.ts'
import { type Grading, requireGrading } from './grading.ts'
import { lockMembers } from './lock-members.ts'

/**
 * With a grading: marked in its club and entered for it, or the other way round. Without one: the mark alone, in every
 * club of the member that the caller may touch.
 */
export async function setGradingCandidate(context: Write, input: Input<typeof call.setGradingCandidate>) {
  const { tx, now, user, audit } = context
  const { id, isCandidate, classId, classDate } = input
  const grading = classId ? await requireGrading(tx, { classId, classDate: dateOf(classDate), now }) : null
  if (grading) {
    await lockMembers(tx, grading, [id])
    await (isCandidate ? enter(context, grading, id) : takeOut(context, grading, id))
  }

  const clubIds = grading ? [grading.clubId] : [...user.clubs.keys()]
  const changed = await tx
    .updateTable('club_member')
    .set({ is_grading_candidate: isCandidate })
    .where('member_id', '=', id)
    .where('club_id', 'in', clubIds)
    .where('is_grading_candidate', '<>', isCandidate)
    .returning(['id', 'club_id'])
    .execute()
  for (const membership of changed)
    audit({
      clubId: membership.club_id,
      memberId: id,
      subject: 'club_member',
      subjectId: membership.id,
      before: { isCandidate: !isCandidate },
      after: { isCandidate },
    })
  for (const { club_id } of changed)
    await refreshTasks(tx, { clubId: club_id, memberIds: [id], now, settle: ['grading'] })
  // Asked for again: nothing has changed, and that is on record too.
  if (changed.length === 0)
    audit({ clubId: grading?.clubId ?? null, memberId: id, subject: 'club_member', after: { isCandidate } })
  return { memberId: id, isCandidate }
}

function dateOf(classDate: string | null | undefined): string {
  if (classDate) return classDate
  const message = 'Give the date of the grading.'
  throw new Refused(400, message, { classDate: [message] })
}

/** Expected at the grading, from today on. */
async function enter({ tx, audit }: Write, grading: Grading, memberId: number) {
  const { classId, classDate, clubId, rootClubId, today } = grading
  const { rows } = await sql<{ id: number }>`
    insert into class_member (class_id, club_id, root_club_id, member_id, date_added)
    values (${classId}, ${clubId}, ${rootClubId}, ${memberId}, least(${today}::date, ${classDate}::date))
    on conflict (class_id, member_id) where removed_on is null
      do update set date_added = excluded.date_added where class_member.date_added > ${classDate}
    returning id`.execute(tx)
  for (const { id } of rows)
    audit({ clubId, memberId, subject: 'class_member', subjectId: id, after: { classId, classDate } })
}

/** No longer expected. What has happened already, a booking, a mark or a result, is to be taken back by itself. */
async function takeOut({ tx, audit }: Write, grading: Grading, memberId: number) {
  const { classId, classDate, clubId, today } = grading
  const { rows: found } = await sql<{ reason: string }>`
    select 'has a result at this grading: take that back first' as reason, 1 as rank from grading_result
    where class_id = ${classId} and graded_on = ${classDate} and member_id = ${memberId}
    union all
    select 'is marked in the register of this grading: take the mark back first', 2 from attendance
    where class_id = ${classId} and class_date = ${classDate} and member_id = ${memberId}
    union all
    select 'has booked this grading: cancel the booking first', 3 from booking
    where class_id = ${classId} and booking_date = ${classDate} and member_id = ${memberId} and cancelled_at is null
    order by rank limit 1`.execute(tx)
  for (const { reason } of found) {
    const { first_name, last_name } = await tx
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.person_id')
      .select(['first_name', 'last_name'])
      .where('member.id', '=', memberId)
      .executeTakeFirstOrThrow()
    const message = `${`${first_name} ${last_name}`.trim()} ${reason}.`
    throw new Refused(409, message, { id: [message] })
  }
  const { rows } = await sql<{ id: number }>`
    update class_member set removed_on = greatest(date_added, least(${today}::date, ${classDate}::date))
    where class_id = ${classId} and member_id = ${memberId} and date_added <= ${classDate}
      and (removed_on is null or removed_on > ${classDate})
    returning id`.execute(tx)
  for (const { id } of rows)
    audit({ clubId, memberId, subject: 'class_member', subjectId: id, before: { classId, classDate } })
}
