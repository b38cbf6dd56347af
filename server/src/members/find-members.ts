import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type SearchTerms, searchTerms } from './search-terms.ts'

interface FoundMember {
  id: number
  label: string
  firstName: string
  lastName: string
  code: string
  photoUrl: string | null
  clubName: string
  memberStatusId: number
}

interface SearchPlace {
  /** Only members with a membership in one of these are found. */
  readonly clubIds: readonly number[]
  /** Whose membership is shown where a member has several; the first by name where he has none there. */
  readonly homeClubId?: number
}

const mostFound = 20

/**
 * The 20 that fit best: a code typed whole, then those whose names begin with every word, then all others that fit; the
 * same by name. When those at the front fill the list, nobody asks for the rest: two letters are inside half of all names.
 */
export async function findMembers(db: Db, text: string, place: SearchPlace): Promise<FoundMember[]> {
  const terms = searchTerms(text)
  if (!terms || place.clubIds.length === 0) return []
  const first = await best(db, terms, place, [nameBegins(terms), codeIs(terms, place)])
  if (first.length === mostFound) return first
  return await best(db, terms, place, [nameHas(terms), codeIs(terms, place), emailHas(terms), phoneHas(terms)])
}

type Bool = RawBuilder<SqlBool>

/**
 * `ways` are conditions on `person` with an index each, so that the database can put the indexes together. The membership
 * to be shown is looked up for the best alone.
 */
async function best(db: Db, terms: SearchTerms, { clubIds, homeClubId = 0 }: SearchPlace, ways: readonly Bool[]) {
  const order = sql`is_code desc, begins desc, search, id`
  const { rows } = await sql<FoundMember>`
    select best.id, best.label, best.first_name as "firstName", best.last_name as "lastName", best.code,
      best.photo_url as "photoUrl", membership."clubName", membership."memberStatusId"
    from (
      select member.id, trim(person.first_name || ' ' || person.last_name) || ' [' || member.code || ']' as label,
        person.first_name, person.last_name, person.photo_url, person.search, member.code,
        coalesce(member.code = ${anyOf(terms.codes)}, false) as is_code, ${nameBegins(terms)} as begins
      from person
      join member on member.person_id = person.id
      where (${sql.join(ways, sql` or `)})
        and member.id in (select member_id from club_member where club_id = ${anyOf(clubIds)})
      order by ${order}
      limit ${mostFound}
    ) best
    cross join lateral (
      select club.name as "clubName", club_member.member_status_id as "memberStatusId"
      from club_member join club on club.id = club_member.club_id
      where club_member.member_id = best.id and club_member.club_id = ${anyOf(clubIds)}
      order by club.id <> ${homeClubId}, club.name, club.id limit 1
    ) membership
    order by ${order}`.execute(db)
  return rows
}

const nameBegins = (terms: SearchTerms) =>
  name(terms, word => sql`(search like ${pattern('', word)} or search like ${pattern('% ', word)})`)

const nameHas = (terms: SearchTerms) => name(terms, word => sql`search like ${pattern('%', word)}`)

/** What is nothing but apostrophes and hyphens is no name: without them it would be part of every one. */
function name({ words }: SearchTerms, fits: (word: string) => RawBuilder<unknown>): Bool {
  return sql`(char_length(search_text(${words.join('')})) > 1 and ${sql.join(words.map(fits), sql` and `)})`
}

/** The wildcards are escaped after folding, which turns look-alikes such as the full-width ％ into the real thing. */
const pattern = (before: string, word: string) =>
  sql`${before}::text || regexp_replace(search_text(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

const codeIs = ({ codes }: SearchTerms, { clubIds }: SearchPlace): Bool =>
  sql`person.id = any(array(
    select person_id from member
    where code = ${anyOf(codes)} and root_club_id in (select root_club_id from club where id = ${anyOf(clubIds)})
  ))`

const emailHas = ({ email }: SearchTerms): Bool =>
  email === undefined ? sql`false` : sql`person.email::text ilike ${`%${email.replace(/[\\%_]/g, '\\$&')}%`}`

const phoneHas = ({ phone }: SearchTerms): Bool => (phone === undefined ? sql`false` : sql`phones like ${`%${phone}%`}`)

const anyOf = (values: readonly (number | string)[]) => sql`any(${[...values]})`
