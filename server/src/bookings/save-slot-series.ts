import type * as call from '@honbu/contract/bookings.ts'
import { SlotSeriesFields } from '@honbu/contract/bookings.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { requirePrebooked, seriesRules } from './prebooked-class.ts'
import { seriesDays } from './slot-series.ts'

type Asked = Input<typeof call.getClassAvailabilitySeries>
type Given = Input<typeof call.saveClassAvailabilitySeries>

export async function getClassAvailabilitySeries({ db, now }: Read, asked: Asked) {
  // Finish and capacity play no part in which days they are.
  check({ ...asked, finishTime: '24:00', capacity: 1 })
  return { days: await daysOf(db, asked, now) }
}

/** What another has made meanwhile is kept as it is, like what was there before. */
export async function saveClassAvailabilitySeries({ tx, now, audit }: Write, given: Given) {
  check(given)
  const { id, startTime, finishTime, capacity } = given
  const { clubId } = await requirePrebooked(tx, id)
  const dates = (await daysOf(tx, given, now)).filter(day => day.becomes === 'new').map(day => day.classDate)
  if (dates.length === 0) {
    const message = 'There is no day on which a slot would be made.'
    throw new Refused(409, message, { weekdays: [message] })
  }
  const times = { start_time: startTime, finish_time: finishTime, capacity }
  const made = await tx
    .insertInto('class_availability')
    .values(dates.map(date => ({ class_id: id, club_id: clubId, class_date: date, ...times })))
    .onConflict(conflict => conflict.columns(['class_id', 'class_date']).doNothing())
    .returning('class_date as classDate')
    .execute()
  const after = { dates: made.map(({ classDate }) => classDate).sort(), startTime, finishTime, capacity }
  audit({ clubId, subject: 'class', subjectId: id, before: null, after })
  return { classId: id, dates: after.dates }
}

async function daysOf(db: Read['db'], { id, ...series }: Asked, now: Date) {
  const klass = await requirePrebooked(db, id)
  const rules = await seriesRules(db, klass, { from: series.dateFrom, to: series.dateTo, now })
  return seriesDays(series, rules)
}

/** What is wrong with several fields together. */
function check(given: Omit<Given, 'id'>) {
  const wrong = SlotSeriesFields.safeParse(given).error?.issues[0]
  if (wrong) throw new Refused(400, wrong.message, { [String(wrong.path[0])]: [wrong.message] })
}
