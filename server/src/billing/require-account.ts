import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

/** The club in which a member is charged or pays. @throws Refused 400 under `clubId` where he is not in its tree */
export async function requireAccount(tx: Write['tx'], { memberId, clubId }: { memberId: number; clubId: number }) {
  const club = await tx
    .selectFrom('club')
    .innerJoin('member', 'member.root_club_id', 'club.root_club_id')
    .select('club.time_zone as timeZone')
    .where('club.id', '=', clubId)
    .where('member.id', '=', memberId)
    .executeTakeFirst()
  const message = 'This club has nothing to do with the member’s clubs.'
  if (!club) throw new Refused(400, message, { clubId: [message] })
  return club
}
