import { addDays, startOfWeek, todayIn } from '@honbu/contract/calendar.ts'
import type * as view from '@honbu/contract/class-view.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import { type ClassOccurrence, occurrencesOf } from './occurrences-between.ts'

const weeksBack = 16
const daysAhead = 370
const nextShown = 8

export async function getClassActivity({ db, now }: Read, { id }: Input<typeof view.getClassActivity>) {
  const klass = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select(['class.club_id as clubId', 'club.time_zone as timeZone'])
    .where('class.id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(klass.timeZone, now)
  const from = addDays(startOfWeek(today), -7 * (weeksBack - 1))
  const only = sql`class.id = ${id}`
  const [past, next, counted] = await Promise.all([
    occurrencesOf(db, only, from, today),
    occurrencesOf(db, only, today, addDays(today, daysAhead), nextShown),
    countEnrolled(),
  ])
  return { today, weeks: byWeek(past, from), next: next.map(day), ...counted }

  async function countEnrolled() {
    const { rows } = await sql<{ enrolled: number; prospects: number }>`
      select count(*) as enrolled, count(*) filter (where exists (
        select from club_member where club_member.member_id = class_member.member_id
          and club_member.club_id = ${klass.clubId} and member_status_id = ${memberStatus.prospect})) as prospects
      from class_member
      where class_id = ${id} and date_added <= ${today} and (removed_on is null or removed_on > ${today})`.execute(db)
    return rows[0] ?? { enrolled: 0, prospects: 0 }
  }
}

function byWeek(sessions: readonly ClassOccurrence[], from: string) {
  return Array.from({ length: weeksBack }, (_, index) => {
    const monday = addDays(from, 7 * index)
    const held = sessions.filter(({ classDate }) => startOfWeek(classDate) === monday)
    const sum = (of: 'expected' | 'attended') => held.reduce((total, session) => total + session[of], 0)
    return { from: monday, sessions: held.length, expected: sum('expected'), attended: sum('attended') }
  })
}

const day = ({ reservations, ...occurrence }: ClassOccurrence) => ({ ...occurrence, booked: reservations })
