import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Somebody who is to be added. */
export interface NewPerson {
  readonly firstName: string
  readonly lastName: string
  readonly dob: string | null
  readonly email: string | null
  /** As they were written, in any form. */
  readonly phones: readonly (string | null)[]
}

export type SameBy = 'nameAndDob' | 'email' | 'phone'

/** A member who may be the same human. */
export interface Duplicate {
  readonly memberId: number
  readonly personId: number
  readonly code: string
  readonly firstName: string
  readonly lastName: string
  readonly dob: string | null
  /** What is the same, the strongest first. */
  readonly sameBy: readonly SameBy[]
  /** False: only a hint, such as the e-mail address that a family shares. */
  readonly isLikely: boolean
}

/** What is compared: names as `search_text` folds them, dates of birth, and by what else the two were found. */
export interface Compared {
  readonly hasSameName: boolean
  readonly hasSameFirstName: boolean
  readonly dobs: readonly [string | null, string | null]
  readonly hasSameEmail: boolean
  readonly hasSamePhone: boolean
}

/**
 * Are these two the same human? Likely with the same name and date of birth. An e-mail address or phone is shared by
 * families: with it only somebody of the same first name is likely (people marry), unless the dates of birth differ, as
 * those of a father and a son of one name do. Null: they have nothing in common that counts.
 */
export function compare({ hasSameName, hasSameFirstName, dobs: [a, b], hasSameEmail, hasSamePhone }: Compared) {
  const hasSameDob = a !== null && a === b
  const sameBy: SameBy[] = []
  if (hasSameName && hasSameDob) sameBy.push('nameAndDob')
  if (hasSameEmail) sameBy.push('email')
  if (hasSamePhone) sameBy.push('phone')
  if (sameBy.length === 0) return null
  const isLikely = sameBy[0] === 'nameAndDob' || (hasSameFirstName && (a === null || b === null || hasSameDob))
  return { sameBy, isLikely }
}

/** Of people who are one e-mail address or phone to hundreds (a club's own, say) these are enough to see that. */
const mostByOneWay = 20

interface Candidate extends Compared {
  index: number
  memberId: number
  personId: number
  code: string
  firstName: string
  lastName: string
  dob: string | null
}

/**
 * For each of the people, in their order, the members of the tree of clubs that may be the same human: the likely first.
 * One query, by an index for each way, however many they are. Who has been merged into another is not there any more.
 */
export async function findLikelyDuplicates(
  db: Db,
  rootClubId: number,
  people: readonly NewPerson[],
): Promise<Duplicate[][]> {
  if (people.length === 0) return []
  const column = (of: (person: NewPerson) => string | null) => people.map(of)
  // One text a person: the numbers are found in it as in those that are stored, and ';' stands in none.
  const phones = column(person => person.phones.filter(phone => phone !== null).join(' ; ') || null)
  // Looked up for each that is found: how many share a number Postgres guesses far too high, and would rather read all.
  const ofTree = sql`
    cross join lateral (
      select from member
      where person_id = person.id and root_club_id = ${rootClubId} and merged_into_id is null limit 1
    ) member where true`
  const { rows } = await sql<Omit<Candidate, 'dobs'> & { givenDob: string | null }>`
    with given as (
      select (position - 1)::integer as index, dob, nullif(trim(email), '')::citext as email, phone_keys(phones) as keys,
        search_text(first_name || ' ' || last_name) as search, search_text(first_name) as first_name
      from unnest(
        ${column(({ firstName }) => oneSpace(firstName))}::text[], ${column(({ lastName }) => oneSpace(lastName))}::text[],
        ${column(({ dob }) => dob)}::date[], ${column(({ email }) => email)}::text[], ${phones}::text[]
      ) with ordinality as each (first_name, last_name, dob, email, phones, position)
    ), found as (
      select given.index, same.id from given cross join lateral (
        select person.id from person ${ofTree}
          and person.dob = given.dob and md5(person.search) = md5(given.search)
        order by person.id limit ${mostByOneWay}
      ) same
      union
      select given.index, same.id from given cross join lateral (
        select person.id from person ${ofTree} and person.email = given.email
        order by search_text(person.first_name) = given.first_name desc, person.id limit ${mostByOneWay}
      ) same
      union
      select given.index, same.id from given cross join lateral (
        select person.id from person ${ofTree} and cardinality(given.keys) > 0
          and person_phone_keys(person.phone_mob, person.phone_day, person.phone_eve) && given.keys
        order by search_text(person.first_name) = given.first_name desc, person.id limit ${mostByOneWay}
      ) same
    )
    select given.index, given.dob as "givenDob", member.id as "memberId", person.id as "personId", member.code,
      person.first_name as "firstName", person.last_name as "lastName", person.dob,
      person.search = given.search as "hasSameName", search_text(person.first_name) = given.first_name as "hasSameFirstName",
      coalesce(person.email = given.email, false) as "hasSameEmail",
      person_phone_keys(person.phone_mob, person.phone_day, person.phone_eve) && given.keys as "hasSamePhone"
    from found
    join given on given.index = found.index
    join person on person.id = found.id
    join member on member.person_id = person.id
    order by given.index, member.id`.execute(db)

  const found: Duplicate[][] = people.map(() => [])
  for (const { index, givenDob, hasSameName, hasSameFirstName, hasSameEmail, hasSamePhone, ...member } of rows) {
    const dobs = [givenDob, member.dob] as const
    const verdict = compare({ hasSameName, hasSameFirstName, dobs, hasSameEmail, hasSamePhone })
    if (verdict) found[index]?.push({ ...member, ...verdict })
  }
  return found.map(each => each.toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely)))
}

const oneSpace = (name: string) => name.trim().replaceAll(/\s+/g, ' ')
