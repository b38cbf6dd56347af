import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { actionType } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/trials.ts'
import { sql } from 'kysely'
import { bookSuitable } from '../bookings/index.ts'
import { firstBill } from '../charging/index.ts'
import { occurrenceSql, requireSession, type Session } from '../classes/index.ts'
import { writeOnTrial } from '../platform/on-trial.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { activate, loseInterest } from './end-of-trial.ts'
import { required } from './required.ts'
import type { Trial } from './trial.ts'

type Action = Input<typeof call.saveTrialAction>

/** What became of a trial: all that follows from it, in one transaction. */
export async function saveTrialAction(context: Write, input: Action) {
  const { tx, now, audit } = context
  const { id: memberId, classId, classDate, actionTypeId } = input
  const session = await requireSession(tx, classId, classDate)
  const membership = await lockMembership(tx, memberId, session)
  const trial = { memberId, membership, session, classDate, today: todayIn(session.timeZone, now) }
  const booking = await act(context, trial, input)
  const after = await tx
    .selectFrom('club_member')
    .select('member_status_id as memberStatusId')
    .where('id', '=', membership.id)
    .executeTakeFirstOrThrow()
  audit({
    clubId: session.clubId,
    memberId,
    subject: 'club_member',
    subjectId: membership.id,
    before: { memberStatusId: membership.memberStatusId },
    after: { ...after, classId, classDate, actionTypeId, booking },
  })
  return { memberId, ...after, booking }
}

export async function previewTrialAction(read: Read, input: Action) {
  return await writeOnTrial(read, async write => {
    const { memberId } = await saveTrialAction(write, input)
    const { clubId, timeZone } = await requireSession(write.tx, input.classId, input.classDate)
    return await firstBill(write.tx, { clubId, memberIds: [memberId] }, todayIn(timeZone, read.now))
  })
}

async function act(context: Write, trial: Trial, input: Action) {
  const { classId, overrideReason = '' } = input
  switch (input.actionTypeId) {
    case actionType.activated:
      await activate(context, trial, input)
      return null
    case actionType.notInterested:
      await loseInterest(context, trial, input)
      return null
    case actionType.rebookNext:
      return await rebook(context, trial, { classId, bookingDate: await nextDate(context, trial), overrideReason })
    case actionType.rebookFuture:
      return await rebook(context, trial, {
        ...{ classId, overrideReason },
        bookingDate: required(input, 'bookingDate', 'Choose a date.'),
      })
    case actionType.rebookDifferent:
      return await rebook(context, trial, {
        classId: required(input, 'bookingClassId', 'Choose a class.'),
        bookingDate: required(input, 'bookingDate', 'Choose a date.'),
        overrideReason,
      })
  }
}

async function rebook(
  context: Write,
  { memberId }: Trial,
  place: { classId: number; bookingDate: string; overrideReason: string },
) {
  const { bookingId, classId, bookingDate } = await bookSuitable(context, { memberId, ...place }, place.overrideReason)
  const { className } = await requireSession(context.tx, classId, bookingDate)
  return { bookingId, classId, className, bookingDate }
}

/** Days ahead in which the next session is looked for. */
const lookAhead = 366

/** The next session after this one that is still to come, and for which the member is not booked already. */
async function nextDate({ tx, now }: Write, { memberId, session, classDate, today }: Trial): Promise<string> {
  const from = classDate < today ? today : addDays(classDate, 1)
  const { rows } = await sql<{ date: string }>`
    select class_date as date
    from ${occurrenceSql(sql`class.id = ${session.classId}`, from, addDays(from, lookAhead))} session
    where (class_date + start_time) at time zone ${session.timeZone} > ${now} and not exists (
      select from booking where booking.class_id = session.class_id and booking.booking_date = session.class_date
        and booking.member_id = ${memberId} and booking.cancelled_at is null
    )
    order by class_date limit 1`.execute(tx)
  const date = rows[0]?.date
  if (date !== undefined) return date
  const message = `${session.className} has no further session to book.`
  throw new Refused(409, message, { actionTypeId: [message] })
}

/** The membership in the club of the class; nobody else changes its status meanwhile. */
async function lockMembership(tx: Write['tx'], memberId: number, { clubId, className }: Session) {
  const message = `Has no membership in the club of ${className}.`
  return await tx
    .selectFrom('club_member')
    .select(['id', 'member_status_id as memberStatusId'])
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refused(400, message, { id: [message] }))
}
