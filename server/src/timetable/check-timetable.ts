import type { Input } from '@honbu/contract/endpoint.ts'
import type { checkTimetable as call } from '@honbu/contract/timetable-text.ts'
import { classesOf, type NewClass } from '@honbu/contract/week-classes.ts'
import { planWeek, taughtBetween } from '../classes/index.ts'
import { roomSessions } from '../locations/index.ts'
import type { Read } from '../platform/route.ts'
import { clubToday } from './lock-class.ts'

/** Each other class once for each new class and room or instructor, with the first session at the same time. */
export async function checkTimetable({ db, user, now }: Read, { clubId, startDate, sessions }: Input<typeof call>) {
  const { timeZone } = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const planned = classesOf(sessions).flatMap(klass => {
    const week = planWeek(timeZone, {
      ...klass.weeklyTimetable,
      ...{ startDate, endDate: null, everyWeeks: 1 },
      weekdays: klass.weekdays,
    })
    return week ? [{ klass, week }] : []
  })
  const span = planned[0]?.week
  const rooms = [...new Set(sessions.flatMap(({ locationId }) => (locationId === null ? [] : [locationId])))]
  const personIds = [...new Set(sessions.flatMap(({ instructorIds }) => instructorIds))]
  const [inRooms, taught, names, same] = await Promise.all([
    span ? roomSessions(db, { ...{ clubId, classId: 0, rooms }, from: span.from, to: span.to }) : [],
    span ? taughtBetween(db, { ...{ clubIds: [...user.clubs.keys()], personIds }, from: span.from, to: span.to }) : [],
    rooms.length === 0 ? [] : db.selectFrom('location').select(['id', 'name']).where('id', 'in', rooms).execute(),
    sameNames({ db, now }, { clubId, classes: planned.map(({ klass }) => klass) }),
  ])
  const clashes = planned.flatMap(({ klass, week }) => [
    ...firstOf(
      inRooms.flatMap(other => {
        const isMet = week.daysMeeting(other).some(day => (day.locationId ?? klass.locationId) === other.locationId)
        const name = names.find(({ id }) => id === other.locationId)?.name ?? ''
        return isMet ? [clashOf(klass, other, { name, clubName: null, firstDate: other.firstDate })] : []
      }),
    ),
    ...firstOf(
      taught.flatMap(other => {
        const busy = week
          .daysMeeting(other)
          .flatMap(day => (day.instructorIds.length > 0 ? day.instructorIds : klass.instructorIds))
        const clubName = other.clubId === clubId ? null : other.clubName
        return other.instructorIds.flatMap((id, index) =>
          busy.includes(id)
            ? [clashOf(klass, other, { name: other.instructors[index] ?? '', clubName, firstDate: other.classDate })]
            : [],
        )
      }),
    ),
  ])
  return { clashes, sameNames: same }
}

interface Other {
  readonly classId: number
  readonly className: string
  readonly startTime: string
  readonly finishTime: string
}

const clashOf = (
  { className }: NewClass,
  { classId, className: otherClass, startTime, finishTime }: Other,
  rest: { name: string; clubName: string | null; firstDate: string },
) => ({ className, otherClassId: classId, otherClass, startTime, finishTime, ...rest })

/** The sessions are in the order of time. */
function firstOf<Clash extends ReturnType<typeof clashOf>>(clashes: readonly Clash[]): Clash[] {
  const found = new Map<string, Clash>()
  for (const clash of clashes) {
    const key = `${clash.otherClassId} ${clash.name}`
    if (!found.has(key)) found.set(key, clash)
  }
  return [...found.values()]
}

async function sameNames(
  { db, now }: Pick<Read, 'db' | 'now'>,
  { clubId, classes }: { clubId: number; classes: readonly NewClass[] },
): Promise<string[]> {
  const today = await clubToday({ tx: db, now }, clubId)
  const rows = await db
    .selectFrom('class')
    .select('class_name as name')
    .distinct()
    .where('club_id', '=', clubId)
    .where(({ fn }) => fn<string>('lower', ['class_name']), 'in', [
      '',
      ...classes.map(({ className }) => className.toLowerCase()),
    ])
    .where(({ eb, or }) => or([eb('end_date', 'is', null), eb('end_date', '>=', today)]))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
