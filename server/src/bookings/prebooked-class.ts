import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { type SeriesRules, seriesDays } from './slot-series.ts'

/** A class that runs in slots. @throws Refused 409 under `id` for one that runs by its week */
export async function requirePrebooked(db: Db, id: number) {
  const found = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select(['class.id', 'class.class_name as className', 'class.club_id as clubId', 'class.class_type_id as typeId'])
    .select(['class.start_date as startDate', 'class.end_date as endDate', 'club.time_zone as timeZone'])
    .where('class.id', '=', id)
    .executeTakeFirstOrThrow()
  if (found.typeId === classType.prebooked) return found
  const message = `${found.className} runs by its week. Only a prebooked class has slots.`
  throw new Refused(409, message, { id: [message] })
}

export type PrebookedClass = Awaited<ReturnType<typeof requirePrebooked>>

/** What new slots of a class between two dates have to respect. */
export async function seriesRules(
  db: Db,
  { id, clubId, startDate, endDate, timeZone }: PrebookedClass,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<SeriesRules> {
  const closures = await db
    .selectFrom('club_closure')
    .select(['closed_on', 'name'])
    .where('club_id', '=', clubId)
    .where('closed_on', '>=', from)
    .where('closed_on', '<=', to)
    .execute()
  const slots = await db
    .selectFrom('class_availability')
    .select(['class_date', 'start_time'])
    .where('class_id', '=', id)
    .where('class_date', '>=', from)
    .where('class_date', '<=', to)
    .execute()
  return {
    startDate,
    endDate,
    closures: new Map(closures.map(({ closed_on, name }) => [closed_on, name])),
    slots: new Map(slots.map(({ class_date, start_time }) => [class_date, start_time.slice(0, 5)])),
    today: todayIn(timeZone, now),
    timeNow: timeIn(timeZone, now),
  }
}

/** Why a slot cannot be on that day at that time, whatever other slots there are; null when it can. */
export async function wrongDay(
  db: Db,
  klass: PrebookedClass,
  { classDate, startTime, now }: { classDate: string; startTime: string; now: Date },
): Promise<string | null> {
  const rules = await seriesRules(db, klass, { from: classDate, to: classDate, now })
  const series = { weekdays: [1, 2, 3, 4, 5, 6, 7], dateFrom: classDate, dateTo: classDate, startTime }
  const [day] = seriesDays(series, { ...rules, slots: new Map() })
  if (!day || day.becomes === 'new') return null
  return day.becomes === 'past' ? 'Should be later than now.' : `${day.why}.`
}
