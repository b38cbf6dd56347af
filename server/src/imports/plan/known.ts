import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Name } from '../cells/read-name.ts'

/** The names as the database compares them: without case, accents, apostrophes and hyphens. In the order given. */
export async function nameKeys(db: Db, people: readonly Name[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select search_text(name) as key
    from unnest(${people.map(fullName)}::text[]) with ordinality as given (name, place) order by place`.execute(db)
  return rows.map(({ key }) => key)
}

export const fullName = ({ firstName, lastName }: Name) => `${firstName} ${lastName}`.replaceAll(/\s+/g, ' ').trim()

/** A member of the tree of clubs. */
export interface KnownMember {
  readonly memberId: number
  readonly personId: number
  readonly code: string
  readonly firstName: string
  readonly lastName: string
  readonly key: string
  readonly dob: string | null
  readonly email: string | null
  /** E-mail, phones and address line, in lower case. */
  readonly ways: readonly string[]
  readonly clubNames: readonly string[]
  /** His membership in the club that imports. */
  readonly clubMemberId: number | null
  readonly statusId: number | null
  /** The import of this club that created them; null: none, or its record is deleted. */
  readonly createdById: number | null
}

/** As the index has them. Who has no last name has a space behind the first. */
const digests = (keys: readonly string[]): string[] =>
  keys.flatMap(key => [key, `${key} `]).map(search => createHash('md5').update(search).digest('hex'))

interface Tree {
  readonly clubId: number
  readonly rootClubId: number
}

const columns = (clubId: number) => sql`
  member.id as "memberId", person.id as "personId", member.code, person.first_name as "firstName",
  person.last_name as "lastName", trim(person.search) as key, person.dob, lower(person.email::text) as email,
  array_remove(array[lower(person.email::text), person.phone_mob, person.phone_day, person.phone_eve,
    lower(person.address_line)], null) as ways,
  (select coalesce(array_agg(club.name order by club.id), '{}') from club_member
    join club on club.id = club_member.club_id where club_member.member_id = member.id) as "clubNames",
  here.id as "clubMemberId", here.member_status_id as "statusId", imported.created_by_id as "createdById"
  from member
  join person on person.id = member.person_id
  left join club_member here on here.member_id = member.id and here.club_id = ${clubId}
  left join imported_member imported on imported.member_id = member.id and imported.club_id = ${clubId}`

/** Members by their names. Who was merged into another, or forgotten, is not there any more. */
export async function membersByName(db: Db, { clubId, rootClubId }: Tree, keys: readonly string[]) {
  const { rows } = await sql<KnownMember>`
    select ${columns(clubId)}
    where md5(person.search) = any(${digests(keys)}::text[])
      and member.root_club_id = ${rootClubId} and member.merged_into_id is null and member.erased_at is null
    order by member.id`.execute(db)
  return rows
}

export async function membersById(db: Db, { clubId, rootClubId }: Tree, ids: readonly number[]) {
  const { rows } = await sql<KnownMember>`
    select ${columns(clubId)}
    where member.id = any(${[...ids]}::bigint[])
      and member.root_club_id = ${rootClubId} and member.merged_into_id is null and member.erased_at is null`.execute(
    db,
  )
  return new Map(rows.map(row => [row.memberId, row]))
}

/** Members of this club by e-mail: the rest of a family. */
export async function membersByEmail(db: Db, { clubId, rootClubId }: Tree, emails: readonly string[]) {
  const { rows } = await sql<KnownMember>`
    select ${columns(clubId)}
    where person.email = any(${[...emails]}::citext[]) and here.id is not null
      and member.root_club_id = ${rootClubId} and member.merged_into_id is null and member.erased_at is null
    order by member.id`.execute(db)
  return rows
}

/** Which of these codes are taken in the tree, and by whom. */
export async function membersByCode(db: Db, { rootClubId }: Tree, codes: readonly string[]) {
  const { rows } = await sql<{ memberId: number; code: string; key: string }>`
    select member.id as "memberId", member.code, trim(person.search) as key
    from member join person on person.id = member.person_id
    where member.root_club_id = ${rootClubId} and member.code = any(${[...codes]}::text[])`.execute(db)
  return new Map(rows.map(row => [row.code, row]))
}

/** A grown-up, or someone of unknown age, whom the tree knows as a member or as a contact. */
export interface KnownAdult {
  readonly personId: number
  readonly memberId: number | null
  readonly key: string
  readonly dob: string | null
  readonly ways: readonly string[]
}

export async function adultsByName(db: Db, { rootClubId }: Tree, keys: readonly string[]) {
  const { rows } = await sql<KnownAdult>`
    select person.id as "personId", member.id as "memberId", trim(person.search) as key, person.dob,
      array_remove(array[lower(person.email::text), person.phone_mob, lower(person.address_line)], null) as ways
    from person
    left join member on member.person_id = person.id
    where md5(person.search) = any(${digests(keys)}::text[])
      and (member.root_club_id = ${rootClubId} or exists (
        select from member_contact
        where member_contact.person_id = person.id and member_contact.root_club_id = ${rootClubId}))
      and member.merged_into_id is null and member.erased_at is null
    order by person.id`.execute(db)
  return rows
}

/** Pairs of members that are linked, either way round: `12-34`. */
export async function linkedPairs(db: Db, memberIds: readonly number[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pair: string }>`
    select least(member_id, linked_member_id) || '-' || greatest(member_id, linked_member_id) as pair from member_link
    where member_id = any(${[...memberIds]}) or linked_member_id = any(${[...memberIds]})`.execute(db)
  return new Set(rows.map(({ pair }) => pair))
}

export const pairKey = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`
