import { addDays } from '@honbu/contract/calendar.ts'
import { daysOf, type Week } from '@honbu/contract/weekly-timetable.ts'
import { sql, type Transaction } from 'kysely'
import { weekOn } from '../classes/index.ts'
import type { Tables } from '../platform/tables.ts'

interface Change {
  readonly classId: number
  readonly clubId: number
  readonly week: Week
  /** The first day on which it holds. */
  readonly from: string
}

/**
 * Sets the week of a class from a date on. What was in force until then ends the day before, so that history keeps its
 * times; what had been set to begin later is replaced. A week that is in force on that date already changes nothing, not
 * even what is to follow. Times that come back the day after they ended go on as if nothing had been.
 * @returns whether anything changed
 */
export async function changeWeek(tx: Transaction<Tables>, { classId, clubId, week, from }: Change): Promise<boolean> {
  if (isSame(week, await weekOn(tx, classId, from))) return false
  const dayBefore = addDays(from, -1)
  await tx.deleteFrom('class_timetable').where('class_id', '=', classId).where('valid_from', '>=', from).execute()
  await tx
    .updateTable('class_timetable')
    .set({ valid_until: dayBefore })
    .where('class_id', '=', classId)
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>=', from)]))
    .execute()
  for (const { weekday, startTime, finishTime } of daysOf(week)) {
    const goesOn = await tx
      .updateTable('class_timetable')
      .set({ valid_until: null })
      .where('class_id', '=', classId)
      .where('weekday', '=', weekday)
      .where('valid_until', '=', dayBefore)
      .where('start_time', '=', startTime)
      .where('finish_time', '=', finishTime)
      .executeTakeFirst()
    if (goesOn.numUpdatedRows > 0n) continue
    await tx
      .insertInto('class_timetable')
      .values({
        class_id: classId,
        club_id: clubId,
        weekday,
        start_time: startTime,
        finish_time: finishTime,
        valid_from: from,
      })
      .execute()
  }
  return true
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

const isSame = (one: Week, other: Week) => JSON.stringify(daysOf(one)) === JSON.stringify(daysOf(other))
