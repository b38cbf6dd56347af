import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { isOfAge } from '@honbu/contract/class-range.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/enquiries.ts'
import { activation } from '../automations/index.ts'
import { bookMember } from '../bookings/index.ts'
import { saveNote } from '../notes/index.ts'
import { pounds } from '../platform/money.ts'
import type { Read, Write } from '../platform/route.ts'
import { completeTasks } from '../tasks/index.ts'
import { trialDays } from './form-choices.ts'

/** Days ahead, and sessions at most, that are proposed. */
const ahead = 21
const mostSessions = 8

export async function getTrialSessions({ db, now }: Read, { id, clubId }: Input<typeof call.getTrialSessions>) {
  const { timeZone } = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const { dob } = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select('person.dob')
    .where('member.id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(timeZone, now)
  const days = await trialDays(db, { clubId, today, trialDays: ahead }, now)
  const fits = days.filter(day => day.free !== 0 && day.classDate <= addDays(today, ahead))
  return {
    sessions: fits
      .filter(day => dob === null || isOfAge(day, dob, day.classDate))
      .toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
      .slice(0, mostSessions)
      .map(({ classId, className, classDate, startTime, finishTime, free, trialPence }) => ({
        ...{ classId, className, classDate, startTime, finishTime, free },
        trialPrice: trialPence === null ? null : pounds(trialPence),
      })),
  }
}

const startOf = ({ classDate, startTime }: { classDate: string; startTime: string }) => `${classDate} ${startTime}`

/** Books the session that was chosen, sends the answer, and completes the tasks of the enquiry: all of it or nothing. */
export async function answerEnquiry(write: Write, input: Input<typeof call.answerEnquiry>) {
  const { tx } = write
  const { id: memberId, clubId, message, by, evenWithoutConsent, classId, bookingDate } = input
  const booked =
    classId !== null && bookingDate !== null ? await bookMember(write, { memberId, classId, bookingDate }) : null
  if (booked) await activation(write, { memberId, bookingId: booked.bookingId })
  const { name } = await tx.selectFrom('club').select('name').where('id', '=', clubId).executeTakeFirstOrThrow()
  await saveNote(write, {
    ...{
      id: memberId,
      memberNoteId: 0,
      clubId,
      noteCategoryId: 1301,
      subject: `Your enquiry to ${name}`,
      note: message,
    },
    ...{ reminder: null, completed: false, isPinned: false, evenWithoutConsent },
    ...{ sendSms: by === 'sms', sendEmail: by === 'email' },
  })
  const tasks = await tx
    .selectFrom('task')
    .select('id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('kind', '=', 'enquiry')
    .where('completed_at', 'is', null)
    .execute()
  if (tasks.length > 0) await completeTasks(write, { taskIds: tasks.map(task => task.id) })
  return { bookingId: booked?.bookingId ?? null, tasksCompleted: tasks.length }
}
