import { todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'

interface Seller {
  readonly clubId: number
  readonly clubName: string
  readonly rootClubId: number
  readonly timeZone: string
  /** Today in that club. */
  readonly today: string
}

/**
 * The club that sells to a member: the one that is asked for, or the first of the caller's that the member belongs to, one
 * with an active membership before others.
 * @throws Refused 400 under `clubId` for a club in which none of the members given is one
 */
export async function sellingClub(
  db: Db,
  { user, now }: { readonly user: User; readonly now: Date },
  { memberId, clubId }: { readonly memberId: number; readonly clubId?: number | undefined },
): Promise<Seller> {
  const { rows } = await sql<Omit<Seller, 'today'>>`
    select club.id as "clubId", club.name as "clubName", club.root_club_id as "rootClubId", club.time_zone as "timeZone"
    from club_member join club on club.id = club_member.club_id
    where club_member.member_id = ${memberId} and club.id = any(${[...user.clubs.keys()]}::bigint[])
      and (${clubId ?? null}::bigint is null or club.id = ${clubId ?? null}::bigint)
    order by member_status_id not in (21, 24), club_member.id limit 1`.execute(db)
  const [seller] = rows
  if (!seller) {
    const message = 'The member does not belong to this club.'
    throw new Refused(400, message, { clubId: [message] })
  }
  return { ...seller, today: todayIn(seller.timeZone, now) }
}
