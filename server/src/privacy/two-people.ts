import { longDate } from '@honbu/contract/format.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'

interface Pair {
  readonly name: string
  readonly otherName: string
  readonly firstName: string
  readonly otherFirstName: string
  readonly dob: string | null
  readonly otherDob: string | null
  readonly link: string | null
  readonly contact: string | null
  readonly otherContact: string | null
}

/** Says why two members are likely to be two people, as sentences; none for what looks like one person entered twice. */
export async function reasonsForTwo(tx: Write['tx'], id: number, otherId: number): Promise<string[]> {
  const { rows } = await sql<Pair>`
    select trim(one.first_name || ' ' || one.last_name) as name, trim(other.first_name || ' ' || other.last_name) as "otherName",
      lower(trim(one.first_name)) as "firstName", lower(trim(other.first_name)) as "otherFirstName",
      one.dob, other.dob as "otherDob",
      (select relationship from member_link
        where (member_id, linked_member_id) in ((m.id, o.id), (o.id, m.id)) limit 1) as link,
      (select relationship from member_contact where member_id = m.id and person_id = other.id limit 1) as contact,
      (select relationship from member_contact where member_id = o.id and person_id = one.id limit 1) as "otherContact"
    from member m join person one on one.id = m.person_id, member o join person other on other.id = o.person_id
    where m.id = ${id} and o.id = ${otherId}`.execute(tx)
  const [pair] = rows
  return pair ? reasonsIn(pair) : []
}

/** The rule of it. */
export function reasonsIn({ name, otherName, firstName, otherFirstName, dob, otherDob, ...ties }: Pair): string[] {
  const { link, contact, otherContact } = ties
  return [
    ...(contact !== null ? [`${otherName} is a contact of ${name} (${contact}).`] : []),
    ...(otherContact !== null ? [`${name} is a contact of ${otherName} (${otherContact}).`] : []),
    ...(link !== null ? [`They are linked as relatives (${link}).`] : []),
    ...(dob && otherDob && dob !== otherDob
      ? [`${name} was born on ${longDate(dob)}, ${otherName} on ${longDate(otherDob)}.`]
      : []),
    ...(areOtherNames(firstName, otherFirstName) ? [`Their first names differ: ${name}, ${otherName}.`] : []),
  ]
}

/** Rob is short for Robert: one name that begins the other may be the same. */
const areOtherNames = (one: string, other: string) =>
  one !== '' && other !== '' && !one.startsWith(other.slice(0, 3)) && !other.startsWith(one.slice(0, 3))
