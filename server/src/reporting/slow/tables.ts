import { todayIn } from '@honbu/contract/calendar.ts'
import type { Db } from '../../platform/database.ts'
import type { Bucket } from '../buckets.ts'

/** What is counted once more by reading whole tables row by row: one club, one bucket. */
export interface SlowOf extends Bucket {
  readonly clubId: number
  readonly today: string
}

/** What has not happened yet is in no period. */
export const isWithin = (day: string | null, { from, until, today }: SlowOf): boolean =>
  day !== null && day >= from && day <= until && day <= today

export async function zoneOf(db: Db, clubId: number): Promise<string> {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  return club.time_zone
}

/** The day of an instant by the clock of a club. */
export const dayIn = (zone: string) => (at: Date) => todayIn(zone, at)

export const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)
