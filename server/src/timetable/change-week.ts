import { addDays } from '@honbu/contract/calendar.ts'
import type { TimetableDay } from '@honbu/contract/weekly-timetable.ts'
import { sql, type Transaction } from 'kysely'
import { daysOn } from '../classes/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import type { Tables } from '../platform/tables.ts'

interface Change {
  readonly classId: number
  readonly clubId: number
  readonly days: readonly TimetableDay[]
  /** The first day on which it holds. */
  readonly from: string
}

/**
 * Sets the week of a class from a date on. What was in force until then ends the day before, so that history keeps its
 * times; what had been set to begin later is replaced. A week that is in force on that date already changes nothing, not
 * even what is to follow. A weekday that comes back the day after it ended goes on as if nothing had been.
 * @returns whether anything changed
 * @throws Refused 400 under `weekdays` where a room belongs to another club
 */
export async function changeWeek(tx: Transaction<Tables>, { classId, clubId, days, from }: Change): Promise<boolean> {
  if (isSame(days, await daysOn(tx, classId, from))) return false
  const dayBefore = addDays(from, -1)
  await tx.deleteFrom('class_timetable').where('class_id', '=', classId).where('valid_from', '>=', from).execute()
  const before = await daysOn(tx, classId, dayBefore)
  await tx
    .updateTable('class_timetable')
    .set({ valid_until: dayBefore })
    .where('class_id', '=', classId)
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>=', from)]))
    .execute()
  for (const day of days) {
    const goesOn = before.some(each => isSame([each], [day]))
    await (goesOn
      ? goOn(tx, { classId, weekday: day.weekday, dayBefore })
      : insertDay(tx, { classId, clubId, day, from }))
  }
  return true
}

const goOn = (tx: Transaction<Tables>, of: { classId: number; weekday: number; dayBefore: string }) =>
  tx
    .updateTable('class_timetable')
    .set({ valid_until: null })
    .where('class_id', '=', of.classId)
    .where('weekday', '=', of.weekday)
    .where('valid_until', '=', of.dayBefore)
    .execute()

async function insertDay(
  tx: Transaction<Tables>,
  { classId, clubId, day, from }: { classId: number; clubId: number; day: TimetableDay; from: string },
): Promise<void> {
  const row = {
    ...{ class_id: classId, club_id: clubId, weekday: day.weekday, valid_from: from },
    ...{ start_time: day.startTime, finish_time: day.finishTime, location_id: day.locationId, capacity: day.capacity },
  }
  const { id } = await refuseOn(
    { class_timetable_location_id_club_id_fkey: ['weekdays', 'This room belongs to another club.'] },
    () => tx.insertInto('class_timetable').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  if (day.instructorIds.length > 0)
    await tx
      .insertInto('class_timetable_instructor')
      .values([...new Set(day.instructorIds)].map(person_id => ({ timetable_id: id, person_id })))
      .execute()
}

/** A class that begins earlier than it did has its first week from its new first day on. */
export async function beginWeekEarlier(
  tx: Transaction<Tables>,
  { classId, was, is }: { classId: number; was: string; is: string },
): Promise<void> {
  if (is >= was) return
  await sql`
    update class_timetable first set valid_from = greatest(${is}::date, (
      select max(earlier.valid_until) + 1 from class_timetable earlier
      where earlier.class_id = first.class_id and earlier.weekday = first.weekday and earlier.valid_until < first.valid_from))
    where class_id = ${classId} and valid_from <= ${was} and (valid_until is null or valid_until >= ${was})
      and valid_from > ${is}`.execute(tx)
}

/** A class that ends later than it did, or no more, runs on by the week of its old last day. */
export async function endWeekLater(
  tx: Transaction<Tables>,
  { classId, was, is }: { classId: number; was: string | null; is: string | null },
): Promise<void> {
  if (was === null || (is !== null && is <= was)) return
  await tx
    .updateTable('class_timetable')
    .set({ valid_until: null })
    .where('class_id', '=', classId)
    .where('valid_until', '=', was)
    .execute()
}

const isSame = (some: readonly TimetableDay[], others: readonly TimetableDay[]) => textOf(some) === textOf(others)

const textOf = (days: readonly TimetableDay[]) =>
  JSON.stringify(
    days.map(({ weekday, startTime, finishTime, locationId, capacity, instructorIds }) => [
      ...[weekday, startTime, finishTime, locationId, capacity],
      ...new Set(instructorIds.toSorted((a, b) => a - b)),
    ]),
  )
