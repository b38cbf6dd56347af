import { ageOn } from '@honbu/contract/calendar.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { NewMember } from './add-member.ts'
import type { Guardian, ListedMember } from './read-member.ts'
import { nameKey } from './same-person.ts'
import type { Target } from './target.ts'

/** A grown-up whom the tree of clubs knows: a member, or the contact of one. */
interface GrownUp {
  readonly personId: number
  readonly firstName: string
  readonly lastName: string
  readonly dob: string | null
  readonly ways: readonly (string | null)[]
}

/**
 * Gives every imported member the parent that the list names. Brothers and sisters share one person, and a parent who
 * trains too is that member: same name, and an e-mail address, phone or house in common.
 */
export async function addContacts(
  tx: Transaction<Tables>,
  { club, today }: Target,
  imported: readonly NewMember[],
): Promise<void> {
  const withGuardian = imported.filter(({ listed }) => listed.guardian)
  if (withGuardian.length === 0) return
  const byName = new Map<string, GrownUp[]>()
  const remember = (person: GrownUp) => byName.set(nameKey(person), [...(byName.get(nameKey(person)) ?? []), person])
  for (const person of await knownGrownUps(tx, club.rootClubId, today)) remember(person)

  for (const { memberId, personId, listed } of withGuardian) {
    const { guardian } = listed
    if (!guardian) continue
    const ways = waysOf(listed)
    const found = byName.get(nameKey(guardian))?.find(other => other.personId !== personId && shares(other.ways, ways))
    const contactId = found?.personId ?? (await addGuardian(tx, guardian, listed))
    if (!found) remember({ ...guardian, personId: contactId, dob: null, ways })
    await tx
      .insertInto('member_contact')
      .values({
        member_id: memberId,
        person_id: contactId,
        relationship: guardian.relationship,
        is_guardian: guardian.isGuardian,
      })
      .execute()
  }
}

async function knownGrownUps(tx: Transaction<Tables>, rootClubId: number, today: string): Promise<GrownUp[]> {
  const { rows } = await sql<GrownUp>`
    select p.id as "personId", p.first_name as "firstName", p.last_name as "lastName", p.dob,
      array[p.email::text, p.phone_mob, p.address_line] as ways
    from person p
    where p.id in (
      select person_id from member where root_club_id = ${rootClubId}
      union
      select c.person_id from member_contact c join member m on m.id = c.member_id where m.root_club_id = ${rootClubId}
    )
    order by p.id
  `.execute(tx)
  return rows.filter(({ dob }) => dob === null || ageOn(dob, today) >= 18)
}

async function addGuardian(
  tx: Transaction<Tables>,
  guardian: Guardian,
  { email, mobile, address }: ListedMember,
): Promise<number> {
  const person = await tx
    .insertInto('person')
    .values({
      first_name: guardian.firstName,
      last_name: guardian.lastName,
      email,
      phone_mob: mobile,
      address_line: address.line,
      town: address.town,
      postcode: address.postcode,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return person.id
}

const waysOf = ({ email, mobile, address }: ListedMember) => [email, mobile, address.line]

const shares = (a: readonly (string | null)[], b: readonly (string | null)[]) =>
  a.some(way => way !== null && b.some(other => other?.toLowerCase() === way.toLowerCase()))
