import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import type * as call from '@honbu/contract/members.ts'
import { requireSession } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { madeAt } from './mark-rules.ts'
import { storeMarks } from './store-marks.ts'

/** Sets what the mark should be, so that a repeated call changes nothing and the later of two devices wins. */
export async function saveAttendance(context: Write, input: Input<typeof call.saveAttendance>) {
  const { id: memberId, classId, classDate, attended, markId } = input
  const session = await requirePastSession(context, input)
  const made = madeAt(input, context.now)
  const fields = { member: 'id', mark: 'markId' }
  const [mark] = await storeMarks(context, {
    session,
    classDate,
    made,
    marks: [{ memberId, attended, markId }],
    fields,
  })
  return { memberId, classId, classDate, attended: mark?.attended ?? null }
}

/** The same for many members at once: all of them, or none. */
export async function saveAttendances(context: Write, input: Input<typeof call.saveAttendances>) {
  const { classId, classDate, marks } = input
  const session = await requirePastSession(context, input)
  const made = madeAt(input, context.now)
  const fields = { member: 'marks', mark: 'marks' }
  return { classId, classDate, marks: await storeMarks(context, { session, classDate, made, marks, fields }) }
}

async function requirePastSession({ tx, now }: Write, { classId, classDate }: { classId: number; classDate: string }) {
  const session = await requireSession(tx, classId, classDate)
  if (classDate <= todayIn(session.timeZone, now)) return session
  const message = `${session.className} on ${longDate(classDate)} has not been yet.`
  throw new Refused(400, message, { classDate: [message] })
}
