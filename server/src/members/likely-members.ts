import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { type FoldedTerms, fitsSomehow } from './term-conditions.ts'

export interface SearchPlace {
  /** Only members with a membership in one of these are found. */
  readonly clubIds: readonly number[]
  /** Whose membership is shown where a member has several; the first by name where he has none there. */
  readonly homeClubId?: number
}

type Tx = Transaction<Tables>

/** So many members are looked through one by one: it takes some milliseconds. */
const lookedThrough = 5000
/** Of those who fit equally well, as many as can be put in order at once. */
const mostOfIndex = 1000
/** Below this number of letters no index helps to find what stands inside of a word. */
const shortestInside = 3

/**
 * Members among whom the best are, at least `enough` of them if there are so many. Each step is taken only where the ones
 * before have not found enough, and each is bounded, however many members there are (decision 22).
 */
export async function likelyMembers(tx: Tx, terms: FoldedTerms, { clubIds }: SearchPlace, enough: number) {
  const clubs = sql`any(${[...clubIds]}::bigint[])`
  const found = new Set(await byCode(tx, terms, clubs))
  const add = (ids: readonly number[]) => {
    for (const id of ids) found.add(id)
    return found.size >= enough
  }
  const isSmall = await areFew(tx, clubs)
  if (!isSmall && add(await byBeginnings(tx, terms, clubs, enough))) return [...found]
  if (add(await lookThrough(tx, terms, clubs)) || isSmall) return [...found]
  add(await byIndex(tx, terms, clubs))
  return [...found]
}

/** Are there so few members in the clubs that all of them can be looked through? */
async function areFew(tx: Tx, clubs: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select from directory_text where club_id = ${clubs} offset ${lookedThrough} limit 1`.execute(tx)
  return rows.length === 0
}

/** Of those of the clubs, or the first thousands of them, who fits in any way. */
async function lookThrough(tx: Tx, terms: FoldedTerms, clubs: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct member_id as id
    from (select * from directory_text where club_id = ${clubs} limit ${lookedThrough}) directory_text
    where ${fitsSomehow(terms)}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function byCode(tx: Tx, { codes }: FoldedTerms, clubs: RawBuilder<unknown>): Promise<number[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from member
    where code = any(${[...codes]}::text[])
      and root_club_id in (select root_club_id from club where id = ${clubs})
      and exists (select from club_member where member_id = member.id and club_id = ${clubs})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whose first or last name begins so; of two words, one with the one and the other with the other. */
async function byBeginnings(tx: Tx, terms: FoldedTerms, clubs: RawBuilder<unknown>, enough: number) {
  const [one, other] = terms.words
  if (one === undefined) return []
  // Several memberships may be one member's.
  const most = 2 * enough
  const walk = (order: RawBuilder<unknown>, ...ranges: RawBuilder<unknown>[]) => sql`(
    select member_id from (
      select member_id, club_id, last_name, first_name, email, phone, contact_names, contact_details from directory_text
      where ${sql.join(ranges, sql` and `)} order by ${order} limit ${lookedThrough}
    ) directory_text
    where club_id = ${clubs} and ${fitsSomehow(terms)} order by ${order} limit ${most}
  )`
  const last = (word: string) => begins(sql.ref('last_name'), word)
  const first = (word: string) => begins(sql.ref('first_name'), word)
  const byLast = sql`last_name, first_name`
  const byFirst = sql`first_name, last_name`
  const walks =
    other === undefined
      ? [walk(byLast, last(one)), walk(byFirst, first(one))]
      : [walk(byLast, last(one), first(other)), walk(byLast, last(other), first(one))]
  const { rows } = await sql<{ id: number }>`
    select distinct member_id as id from (${sql.join(walks, sql` union all `)}) walks`.execute(tx)
  return rows.map(({ id }) => id)
}

/** In the order of "C" nothing that begins with the word comes after it with the last character there is. */
const begins = (column: RawBuilder<unknown>, word: string) =>
  sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`

/** Wherever in a word it stands: they are few, or the ones who were looked through would have been enough. */
async function byIndex(tx: Tx, terms: FoldedTerms, clubs: RawBuilder<unknown>): Promise<number[]> {
  const { words, email, postcode, phone } = terms
  const longEnough = words.filter(word => [...word].length >= shortestInside)
  const by = {
    codes: terms.codes,
    words: longEnough.length > 0 ? words : [],
    ...(email && email.length >= shortestInside && { email }),
    ...(postcode && { postcode }),
    ...(phone && phone.length >= shortestInside && { phone }),
  }
  const { rows } = await sql<{ id: number }>`
    select distinct member_id as id from (
      select member_id from directory_text where ${fitsSomehow(by)} and club_id = ${clubs} limit ${mostOfIndex}
    ) found`.execute(tx)
  return rows.map(({ id }) => id)
}
