import { todayIn } from '@honbu/contract/calendar.ts'
import type { Db } from '../../platform/database.ts'

/** Where a list goes. */
export interface Place {
  readonly clubId: number
  readonly rootClubId: number
  readonly clubName: string
  /** Today in the club. */
  readonly today: string
}

/** Null: there is no such club. */
export async function placeOf(db: Db, clubId: number, now: Date): Promise<Place | null> {
  const club = await db
    .selectFrom('club')
    .select(['id as clubId', 'root_club_id as rootClubId', 'name as clubName', 'time_zone as timeZone'])
    .where('id', '=', clubId)
    .executeTakeFirst()
  if (!club) return null
  const { timeZone, ...place } = club
  return { ...place, today: todayIn(timeZone, now) }
}
