import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** A member's own e-mail address, or that of a guardian; empty where there is none. Of the row `person` about them. */
export const emailSql = (memberId: Expression<unknown>): RawBuilder<string> => sql<string>`coalesce(
  nullif(person.email::text, ''),
  (select other.email::text from member_contact join person other on other.id = member_contact.person_id
    where member_contact.member_id = ${memberId} and is_guardian and other.email <> ''
    order by member_contact.id limit 1),
  '')`

/** A number to call: the member's own, or that of a contact, guardians first. */
export const phoneSql = (memberId: Expression<unknown>): RawBuilder<string> => sql<string>`coalesce(
  ${ownPhone('person')},
  (select ${ownPhone('other')} from member_contact join person other on other.id = member_contact.person_id
    where member_contact.member_id = ${memberId} and ${ownPhone('other')} is not null
    order by is_guardian desc, member_contact.id limit 1),
  '')`

const ownPhone = (person: string) => {
  const column = (name: string) => sql`nullif(${sql.ref(`${person}.${name}`)}, '')`
  return sql`coalesce(${column('phone_mob')}, ${column('phone_day')}, ${column('phone_eve')})`
}

/** How a member can be reached. */
export interface Contact {
  readonly memberId: number
  readonly firstName: string
  readonly name: string
  readonly email: string
  readonly phone: string
}

/** By name. */
export async function contactsOf(db: Db, memberIds: readonly number[]): Promise<Contact[]> {
  if (memberIds.length === 0) return []
  const { rows } = await sql<Contact>`
    select member.id as "memberId", person.first_name as "firstName",
      trim(person.first_name || ' ' || person.last_name) as name,
      ${emailSql(sql`member.id`)} as email, ${phoneSql(sql`member.id`)} as phone
    from member join person on person.id = member.person_id
    where member.id = any(${[...memberIds]})
    order by person.last_name, person.first_name, member.id`.execute(db)
  return rows
}
