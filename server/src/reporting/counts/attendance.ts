import { addDays } from '@honbu/contract/calendar.ts'
import type { Count } from '@honbu/contract/kpis/counted.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type CountFor, eveningSql, eveningsOf } from '../buckets.ts'
import { keptByMonth } from '../kept/parts.ts'
import { sessionsOf } from './session-sql.ts'

const counts = ['attended', 'expected', 'sessions', 'filled', 'places'] as const satisfies readonly Count[]
type Sums = Record<(typeof counts)[number], number>

export const attendance = keptByMonth({ name: 'attendance', reads: ['visits'], counts, count: countSessions })

async function countSessions(db: Db, { clubIds, buckets }: CountFor) {
  const evenings = eveningsOf(buckets)
  const { rows } = await sql<Sums & { clubId: number; evening: number }>`
    select club_id as "clubId", ${eveningSql(sql`class_date`, evenings)} as evening, sum(attended) as attended,
      sum(expected) as expected, count(*) as sessions, coalesce(sum(attended) filter (where capacity is not null), 0) as filled,
      coalesce(sum(capacity), 0) as places
    from ${sessionsOf({ clubIds, buckets })} session
    group by 1, 2`.execute(db)
  const places = buckets.map(({ from, until }, bucket) => ({
    bucket,
    after: evenings.indexOf(addDays(from, -1)),
    until: evenings.indexOf(until),
  }))
  const found = Map.groupBy(rows, row => row.clubId)
  return clubIds.flatMap(clubId =>
    places.map(({ bucket, after, until }) => {
      const within = (found.get(clubId) ?? []).filter(({ evening }) => evening > after && evening <= until)
      const sum = (name: keyof Sums) => within.reduce((all, row) => all + row[name], 0)
      return {
        ...{ clubId, bucket },
        attended: sum('attended'),
        expected: sum('expected'),
        sessions: sum('sessions'),
        filled: sum('filled'),
        places: sum('places'),
      }
    }),
  )
}
