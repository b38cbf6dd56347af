import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import { planForValues } from '../platform/plan-for-values.ts'
import type { Tables } from '../platform/tables.ts'
import { likelyMembers, type SearchPlace } from './likely-members.ts'
import { searchTerms } from './search-terms.ts'
import { contactFits, type FoldedTerms, foldedTerms, nameBegins, nameHas, nameIs } from './term-conditions.ts'

interface FoundMember {
  id: number
  label: string
  firstName: string
  lastName: string
  code: string
  photoUrl: string | null
  clubName: string
  memberStatusId: number
  foundBy: string | null
}

const mostFound = 20

/**
 * The 20 that fit best: a code typed whole, then those of whose names every word is one, then those whose names begin with
 * every word, then all others that fit; the same by name.
 */
export async function findMembers(db: Db, text: string, place: SearchPlace): Promise<FoundMember[]> {
  const terms = searchTerms(text)
  if (!terms || place.clubIds.length === 0) return []
  return await db.transaction().execute(async tx => {
    await planForValues(tx)
    const folded = await foldedTerms(tx, terms)
    const memberIds = await likelyMembers(tx, folded, place, mostFound)
    return await best(tx, memberIds, folded, place)
  })
}

/** The membership to be shown is that of the home club, or the first by the club's name. */
async function best(
  tx: Transaction<Tables>,
  memberIds: readonly number[],
  terms: FoldedTerms,
  { clubIds, homeClubId = 0 }: SearchPlace,
): Promise<FoundMember[]> {
  if (memberIds.length === 0) return []
  const clubs = sql`any(${[...clubIds]}::bigint[])`
  const order = sql`is_code desc, is_name desc, begins desc, search collate "C", id`
  // The membership is looked up for the best alone.
  const { rows } = await sql<FoundMember>`
    select best.id, trim(best.first_name || ' ' || best.last_name) || ' [' || best.code || ']' as label,
      best.first_name as "firstName", best.last_name as "lastName", best.code, best.photo_url as "photoUrl",
      membership."clubName", membership."memberStatusId",
      case when not best.has_name then (
        select trim(contact.first_name || ' ' || contact.last_name) || coalesce(', ' || nullif(lower(relationship), ''), '')
        from member_contact join person contact on contact.id = member_contact.person_id
        where member_contact.member_id = best.id and ${contactFits(terms)}
        order by is_guardian desc, member_contact.id limit 1
      ) end as "foundBy"
    from (
      select member.id, member.code, person.first_name, person.last_name, person.photo_url, person.search,
        member.code = any(${[...terms.codes]}::text[]) as is_code, ${nameIs(terms)} as is_name, ${nameBegins(terms)} as begins,
        ${nameHas(terms)} as has_name
      from member join person on person.id = member.person_id
      where member.id = any(${[...memberIds]}::bigint[]) and member.erased_at is null
      order by ${order} limit ${mostFound}
    ) best
    cross join lateral (
      select club.name as "clubName", club_member.member_status_id as "memberStatusId"
      from club_member join club on club.id = club_member.club_id
      where club_member.member_id = best.id and club_member.club_id = ${clubs}
      order by club.id <> ${homeClubId}, club.name, club.id limit 1
    ) membership
    order by ${order}`.execute(tx)
  return rows
}
