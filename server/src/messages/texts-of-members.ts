import { sql, type Transaction } from 'kysely'
import type { CarrierReply } from '../carriers/index.ts'
import type { Tables } from '../platform/tables.ts'
import { raiseReplyTask } from './reply-task.ts'

interface Owner {
  readonly memberId: number
  readonly clubId: number
  readonly rootClubId: number
}

/**
 * Keeps a text message that answers none of ours with the member whose number it came from, or whose guardian's. Where
 * clubs that do not belong together know the number nobody can say for whom it is meant, and neither is told. The club has
 * a task by it.
 * @returns whether it is kept
 */
export async function keepTextOfMember(tx: Transaction<Tables>, reply: CarrierReply, now: Date): Promise<boolean> {
  const { from, at, text } = reply
  const { rows: owners } = await sql<Owner>`
    select distinct on (club_member.root_club_id) club_member.root_club_id as "rootClubId",
      known.member_id as "memberId", club_member.club_id as "clubId"
    from (${membersWith(from)}) known join club_member on club_member.member_id = known.member_id
    order by club_member.root_club_id, club_member.member_status_id not in (21, 24), known.place, known.member_id,
      club_member.club_id`.execute(tx)
  const [owner] = owners
  if (!owner || owners.length > 1) return false
  const { clubId, rootClubId, memberId } = owner
  const { rows } = await sql<{ id: number }>`
    insert into member_text (club_id, root_club_id, member_id, from_number, at, text)
    values (${clubId}, ${rootClubId}, ${memberId}, ${from}, ${at}, ${text.slice(0, 20_000)})
    returning id`.execute(tx)
  for (const { id } of rows) await raiseReplyTask(tx, { clubId, memberId, name: null, cause: `text:${id}`, text, now })
  return true
}

/** The trees of clubs that know this number: of a member, or of somebody who is a contact of one. */
export const treesWith = (number: string) => sql`
  select member.root_club_id from (${membersWith(number)}) known join member on member.id = known.member_id`

/** His own before that of a parent. */
const membersWith = (number: string) => sql`
  select member.id as member_id, 0 as place
  from person join member on member.person_id = person.id where person.sms_number = ${number}
  union all
  select member_contact.member_id, 1
  from person join member_contact on member_contact.person_id = person.id where person.sms_number = ${number}`
