import { addDays, startOfWeek } from '@honbu/contract/calendar.ts'
import { type getDashboard as call, daysAhead, gradingDaysAhead } from '@honbu/contract/dashboard.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Read } from '../platform/route.ts'
import { countMyTasksDue, todayAtTop } from '../tasks/index.ts'
import { attendanceByDay } from './attendance-by-day.ts'
import { classesOfToday, gradingsOf } from './classes-of-today.ts'
import { birthdays, newEnquiries, newMembers, trials } from './people.ts'

export async function getDashboard(read: Read, { clubId }: Input<typeof call>) {
  const { db, user, now } = read
  const all = await db
    .selectFrom('club')
    .select(['id', 'name', 'parent_club_id as parentId', 'time_zone as timeZone'])
    .where('id', 'in', [0, ...user.clubs.keys()])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const clubs = clubId === undefined ? all : all.filter(({ id }) => id === clubId)
  const clubIds = clubs.map(({ id }) => id)
  const today = todayAtTop(clubs, user, now)
  const monday = startOfWeek(today)
  const ahead = { clubIds, from: today, until: addDays(today, daysAhead) }
  const { ofToday, ...parts } = await together({
    ofToday: classesOfToday(db, { clubs, today, now }),
    // The list has the day of all clubs, whichever of them is looked at.
    tasks: countMyTasksDue(read, { today: todayAtTop(all, user, now), clubId }),
    newMembers: newMembers(db, { clubIds, from: monday, until: today }),
    newEnquiries: newEnquiries(db, { clubIds, from: monday, until: today }),
    trials: trials(db, ahead),
    gradings: gradingsOf(db, clubIds, today, addDays(today, gradingDaysAhead)),
    birthdays: birthdays(db, ahead),
    attendanceByDay: attendanceByDay(db, clubIds, today),
  })
  return { today, ...ofToday, ...parts }
}

/** All at once, each under its name. */
async function together<T extends Readonly<Record<string, Promise<unknown>>>>(parts: T) {
  const values = await Promise.all(Object.values(parts))
  // Object.values is in the order of Object.keys; the compiler does not know.
  return Object.fromEntries(Object.keys(parts).map((name, index) => [name, values[index]])) as {
    [Name in keyof T]: Awaited<T[Name]>
  }
}
