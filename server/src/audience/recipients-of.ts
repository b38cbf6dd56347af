import { meansMembers, meansStaff } from '@honbu/contract/audience.ts'
import type { Channel, Purpose, Refusal } from '@honbu/contract/reach.ts'
import { type RawBuilder, sql } from 'kysely'
import { reachOf, reachOfStaff } from '../reach/index.ts'
import { type AudienceFrame, membersOf, staffOf } from './members-of.ts'

export interface Recipients extends AudienceFrame {
  readonly channel: Channel
  readonly purpose: Purpose
  /** Of those who share an address one gets the message, which can then name them all. */
  readonly onePerAddress: boolean
}

/** A row of what `recipientsOf` gives. */
export interface Recipient {
  /** Null for somebody who works in the club. */
  member_id: number | null
  club_id: number
  /** Who is written to; null where there is nobody. */
  person_id: number | null
  name: string | null
  address: string | null
  refusal: Refusal | null
  /** The members whom the message is for: with one message an address all who share it; null for those who get none. */
  member_ids: number[] | null
}

/**
 * Everybody who is meant, each with the address that a message goes to, or why there is none.
 * @returns SQL that gives a `Recipient` for each
 * @throws Refused 400 for a search of the directory that cannot be read
 */
export function recipientsOf({ onePerAddress, ...question }: Recipients): RawBuilder<Recipient> {
  const reached = reachOfAudience(question)
  if (!onePerAddress)
    return sql`
      select member_id, club_id, person_id, name, address, refusal,
        case when refusal is null and member_id is not null then array[member_id] end as member_ids
      from (${reached}) reached`
  return sql`
    select member_id, club_id, person_id, name, address,
      case when refusal is null and place > 1 then 'duplicate' else refusal end as refusal,
      case when refusal is null and place = 1 then member_ids end as member_ids
    from (
      select reached.*, row_number() over same as place,
        array_remove(array_agg(member_id) over (same rows between unbounded preceding and unbounded following), null)
          as member_ids
      from (${reached}) reached
      window same as (partition by refusal, lower(address) order by member_id nulls first, person_id)
    ) placed`
}

/** The same without regard to addresses that are shared. */
export function reachOfAudience(question: Omit<Recipients, 'onePerAddress'>): RawBuilder<unknown> {
  const { channel, purpose, ...frame } = question
  const reach = { channel, purpose, today: question.today }
  const members = meansMembers(question.audience) ? [reachOf(membersOf(frame), reach)] : []
  const staff = meansStaff(question.audience) ? [reachOfStaff(staffOf(frame), reach)] : []
  return sql.join([...members, ...staff], sql` union all `)
}
