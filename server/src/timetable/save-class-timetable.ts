import type * as form from '@honbu/contract/class-form.ts'
import { rulesOf } from '@honbu/contract/class-types.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { daysOf, weekErrors } from '@honbu/contract/weekly-timetable.ts'
import { daysOn, shownWeek } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { changeDays, changeOfClass } from './change-days.ts'
import { changeWeek } from './change-week.ts'
import { clubToday, lockClass, nextVersion } from './lock-class.ts'
import { plannedDays } from './planned-days.ts'

export async function saveClassTimetable(context: Write, given: Input<typeof form.saveClassTimetable>) {
  const { tx, audit } = context
  const { id, version, from: wanted, acknowledged, weekdays, ...week } = given
  const was = await lockClass(context, id, version)
  const [wrong] = weekErrors(week)
  if (wrong) throw new Refused(400, wrong.message, { [wrong.field]: [wrong.message] })
  if (rulesOf(was.class_type_id).runs === 'slots' && daysOf(week).length > 0)
    throw new Refused(400, `${was.class_name} is prebooked: it runs in its slots and has no week.`)

  const from = laterOf(wanted ?? (await clubToday(context, was.club_id)), was.start_date)
  const before = shownWeek(await daysOn(tx, id, from))
  const days = await plannedDays(context, was, { from, week, weekdays })
  await changeDays(context, changeOfClass(was, acknowledged), () =>
    changeWeek(tx, { classId: id, clubId: was.club_id, days, from }),
  )
  const is = await nextVersion(context, was)
  audit({ clubId: is.club_id, subject: 'class', subjectId: id, before: { from, ...before }, after: { from, days } })
  return { classId: id, version: is.version }
}

const laterOf = (one: string, other: string) => (one > other ? one : other)
