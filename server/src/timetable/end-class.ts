import type * as form from '@honbu/contract/class-form.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { changeDays, changeOfClass } from './change-days.ts'
import { endWeekLater } from './change-week.ts'
import { lockClass } from './lock-class.ts'

/** A class that is over keeps all that has been; it runs no more after its last day. */
export async function endClass(context: Write, { id, version, endDate, acknowledged }: Input<typeof form.endClass>) {
  const { tx, audit } = context
  const was = await lockClass(context, id, version)
  const message = wrong(was, endDate)
  if (message) throw new Refused(400, message, { endDate: [message] })
  const { saved: is } = await changeDays(context, changeOfClass(was, acknowledged), async () => {
    await endWeekLater(tx, { classId: id, was: was.end_date, is: endDate })
    return await tx
      .updateTable('class')
      .set({ end_date: endDate, version: was.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  audit({
    clubId: is.club_id,
    subject: 'class',
    subjectId: id,
    before: { endDate: was.end_date },
    after: { endDate: is.end_date },
  })
  return { classId: id, version: is.version }
}

function wrong(klass: { class_type_id: number; start_date: string }, endDate: string | null): string | null {
  if (endDate === null)
    return rulesOf(klass.class_type_id).runs === 'dated' ? 'This type of class has a last day.' : null
  return endDate < klass.start_date ? 'Should not be before the first day.' : null
}
