import { todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { changeStatus } from '../members/index.ts'
import type { Tables } from '../platform/tables.ts'
import { forgetMember } from './erase-personal-data.ts'
import type { Erased } from './erased-list.ts'

interface Again {
  readonly now: Date
  readonly enqueue: (name: string, data: object) => Promise<void>
}

/**
 * Erases in a restored database those who were erased after its backup was made. Their memberships end, as they had before.
 * @returns how many
 */
export async function eraseAgain(
  tx: Transaction<Tables>,
  erased: readonly Erased[],
  { now, enqueue }: Again,
): Promise<number> {
  const { rows: members } = await sql<{ id: number; personId: number; rootClubId: number; name: string }>`
    select member.id, person_id as "personId", root_club_id as "rootClubId",
      trim(first_name || ' ' || last_name) as name
    from member join person on person.id = person_id
    where member.id = any(${erased.map(({ memberId }) => memberId)}) and erased_at is null
    order by member.id`.execute(tx)
  for (const member of members) {
    const current = await tx
      .selectFrom('club_member')
      .innerJoin('club', 'club.id', 'club_member.club_id')
      .select(['club_member.id', 'club_id', 'time_zone'])
      .where('member_id', '=', member.id)
      .where('member_status_id', 'in', [memberStatus.active, memberStatus.issue])
      .execute()
    for (const { id, club_id, time_zone } of current) {
      const on = todayIn(time_zone, now)
      await changeStatus({ tx, now, user: null }, { clubMemberId: id, clubId: club_id, to: memberStatus.lapsed, on })
    }
    await forgetMember({ tx, now, enqueue }, member)
  }
  return members.length
}
