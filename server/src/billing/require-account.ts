import { memberStatus } from '@honbu/contract/ids.ts'
import { clubsThatAllow, demand, type User } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

interface Asked {
  readonly memberId: number
  readonly clubId?: number | undefined
  readonly transactionId?: number | null
  readonly eventId?: number | null
}

/**
 * The club in which a member is charged or pays. Without a clubId it is that of the transaction or event, or else the first
 * of the member's where the caller may take payments.
 * @throws Refused 400 under `clubId` where the member is not in its tree, 403 where the caller may not take payments
 */
export async function requireAccount({ tx, user }: Pick<Write, 'tx' | 'user'>, { memberId, ...asked }: Asked) {
  const clubId = asked.clubId ?? (await clubOfSubject(tx, asked)) ?? (await mainClub(tx, user, memberId))
  demand(user, clubId, 'takePayments')
  const club = await tx
    .selectFrom('club')
    .innerJoin('member', 'member.root_club_id', 'club.root_club_id')
    .select(['club.id as clubId', 'club.time_zone as timeZone'])
    .where('club.id', '=', clubId)
    .where('member.id', '=', memberId)
    .executeTakeFirst()
  if (!club) throw refused('This club has nothing to do with the member’s clubs.')
  return club
}

/** Guards have let the caller touch both. */
async function clubOfSubject(tx: Write['tx'], { transactionId, eventId }: Omit<Asked, 'memberId'>) {
  const row = transactionId
    ? await tx.selectFrom('charge').select('club_id').where('id', '=', transactionId).executeTakeFirst()
    : eventId && (await tx.selectFrom('class').select('club_id').where('id', '=', eventId).executeTakeFirst())
  return row ? row.club_id : undefined
}

async function mainClub(tx: Write['tx'], user: User, memberId: number): Promise<number> {
  const row = await tx
    .selectFrom('club_member')
    .select('club_id')
    .where('member_id', '=', memberId)
    .where('club_id', 'in', clubsThatAllow(user, 'takePayments'))
    .orderBy(({ eb }) => eb('member_status_id', 'not in', [memberStatus.active, memberStatus.issue]))
    .orderBy('id')
    .executeTakeFirst()
  if (!row) throw refused('The member does not belong to a club where you take payments.')
  return row.club_id
}

const refused = (message: string) => new Refused(400, message, { clubId: [message] })
