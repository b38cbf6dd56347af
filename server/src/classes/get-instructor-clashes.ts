import type { getInstructorClashes as call } from '@honbu/contract/class-view.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Read } from '../platform/route.ts'
import { readPlanned } from './planned-clashes.ts'
import { type Taught, taughtBetween } from './taught-between.ts'

/** Each other class once for each instructor, with the first session at the same time. */
export async function getInstructorClashes({ db, user }: Read, asked: Input<typeof call>) {
  const { clubId, classId, instructorIds } = asked
  const planned = await readPlanned(db, asked)
  if (!planned) return []
  const { days, from, to, daysMeeting } = planned
  const teachersOf = (day: (typeof days)[number]) => (day.instructorIds.length > 0 ? day.instructorIds : instructorIds)
  const personIds = [...new Set(days.flatMap(teachersOf))]
  const taught = await taughtBetween(db, { clubIds: [...user.clubs.keys()], personIds, from, to })
  const found = new Map<string, ReturnType<typeof clashOf>>()
  for (const other of taught) {
    if (other.classId === classId) continue
    const busy = new Set(daysMeeting(other).flatMap(teachersOf))
    for (const personId of other.instructorIds.filter(id => busy.has(id))) {
      const key = `${personId} ${other.classId}`
      if (!found.has(key)) found.set(key, clashOf(other, personId, clubId))
    }
  }
  return [...found.values()]
}

const clashOf = (other: Taught, personId: number, clubId: number) => ({
  personId,
  instructor: other.instructors[other.instructorIds.indexOf(personId)] ?? '',
  classId: other.classId,
  className: other.className,
  clubName: other.clubId === clubId ? null : other.clubName,
  firstDate: other.classDate,
  startTime: other.startTime,
  finishTime: other.finishTime,
})
