import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/members.ts'
import { requireSession } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/** Sets what the mark should be, so that a repeated call changes nothing and the later of two devices wins. */
export async function saveAttendance(
  { tx, user, now, audit }: Write,
  { id, classId, classDate, attended }: Input<typeof call.saveAttendance>,
) {
  const session = await requireSession(tx, classId, classDate)
  if (classDate > todayIn(session.timeZone, now))
    throw refusedDate(`${session.className} on ${classDate} has not been yet.`)
  await lockMember(tx, id, session.rootClubId, session.className)

  const { clubId, rootClubId } = session
  const before = await tx
    .selectFrom('attendance')
    .select(['id', 'attended'])
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .where('member_id', '=', id)
    .executeTakeFirst()

  let markId = before?.id ?? null
  if (attended === null)
    await tx
      .deleteFrom('attendance')
      .where('id', '=', markId ?? 0)
      .execute()
  else if (attended !== before?.attended) {
    const mark = { attended, marked_by: user.accountId, marked_at: now }
    const saved = await tx
      .insertInto('attendance')
      .values({
        ...mark,
        club_id: clubId,
        root_club_id: rootClubId,
        class_id: classId,
        class_date: classDate,
        member_id: id,
      })
      .onConflict(conflict => conflict.constraint('attendance_once').doUpdateSet(mark))
      .returning('id')
      .executeTakeFirstOrThrow()
    markId = saved.id
  }

  audit({
    clubId,
    memberId: id,
    subject: 'attendance',
    subjectId: markId,
    before: { classId, classDate, attended: before?.attended ?? null },
    after: { classId, classDate, attended },
  })
  return { memberId: id, classId, classDate, attended }
}

/** Marks of one member wait for each other, so that the audit's `before` is what the mark before it has left. */
async function lockMember(tx: Write['tx'], memberId: number, rootClubId: number, className: string) {
  const message = `This member belongs to other clubs than ${className} does.`
  await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('root_club_id', '=', rootClubId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Refused(400, message, { id: [message] }))
}

const refusedDate = (message: string) => new Refused(400, message, { classDate: [message] })
