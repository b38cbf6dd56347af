import { addMonths, todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'

interface Asked {
  readonly id: number
  readonly from?: string | undefined
  readonly months: number
}

export interface Scope {
  readonly clubId: number
  readonly clubName: string
  readonly rootClubId: number
  readonly today: string
  readonly thisMonth: string
  /** The club, and those below it that the user may see. */
  readonly clubIds: readonly number[]
  /** The first day of the first month, and the first day after the last one. */
  readonly from: string
  readonly until: string
}

/** Which clubs and which months a call about marketing is about; left out, the months up to this one. */
export async function scopeOf({ db, user, now }: Read, { id, from, months }: Asked): Promise<Scope> {
  const club = await db
    .selectFrom('club')
    .select(['name as clubName', 'root_club_id as rootClubId', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(club.timeZone, now)
  const thisMonth = `${today.slice(0, 7)}-01`
  const begins = from ?? addMonths(thisMonth, 1 - months)
  const { clubName, rootClubId } = club
  const clubIds = (await clubsBelow(db, id)).filter(each => user.clubs.has(each))
  return { clubId: id, clubName, rootClubId, today, thisMonth, clubIds, from: begins, until: addMonths(begins, months) }
}

async function clubsBelow(db: Db, clubId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select club_id as id from club_and_below(${clubId})`.execute(db)
  return rows.map(({ id }) => id)
}
