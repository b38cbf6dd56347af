import { todayIn } from '@honbu/contract/calendar.ts'
import type { Place } from '../people/index.ts'
import type { Write } from '../platform/route.ts'

/** The club that somebody joins. */
export interface JoinedClub extends Place {
  readonly name: string
}

export async function joinedClub({ tx, now }: Pick<Write, 'tx' | 'now'>, id: number): Promise<JoinedClub> {
  const club = await tx
    .selectFrom('club')
    .select(['id as clubId', 'root_club_id as rootClubId', 'name', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...club, today: todayIn(club.timeZone, now) }
}
