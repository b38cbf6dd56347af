import { sql } from 'kysely'
import { insertPerson, isUnder18, type Place } from '../people/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Created, Joiner } from './joiner.ts'

type Given = NonNullable<Created['secondContact']>

/** The contact of all who join together. */
export interface ContactOf {
  readonly personId: number
  readonly relationship: string
  readonly isGuardian: boolean
  readonly isEmergency: boolean
  /** What an audit row says of a person who is new; null for somebody who was known. */
  readonly person: Readonly<Record<string, unknown>> | null
}

/** @throws Refused 400 under `secondContact` where a child would be without a parent or guardian */
export function refuseWithoutGuardian(joiners: readonly Joiner[], contact: Given | null, today: string) {
  const child = joiners.find(({ person }) => isUnder18(person.dob, today))
  if (!child || contact?.isGuardian) return
  const { firstName, lastName } = child.person
  const message = `${`${firstName} ${lastName}`.trim()} is under 18 and needs a parent or guardian as contact.`
  throw new Refused(400, message, { [contact ? 'secondContact.isGuardian' : 'secondContact']: [message] })
}

/** Who is known stays as he is; anybody else becomes a person. */
export async function secondContactOf(tx: Write['tx'], given: Given, place: Place): Promise<ContactOf> {
  const { personId, relationship, isGuardian, isEmergency, ...fields } = given
  const link = { relationship, isGuardian, isEmergency }
  const dob = personId === null ? fields.dob : await dobOfKnown(tx, personId, place.rootClubId)
  if (isGuardian && isUnder18(dob, place.today)) throw refused('isGuardian', 'A guardian is at least 18 years old.')
  if (personId !== null) return { personId, ...link, person: null }
  return { personId: (await insertPerson(tx, fields, place)).personId, ...link, person: fields }
}

async function dobOfKnown(tx: Write['tx'], personId: number, rootClubId: number): Promise<string | null> {
  const { rows } = await sql<{ rootClubId: number; dob: string | null }>`
    select known.root_club_id as "rootClubId", person.dob
    from (
      select person_id, root_club_id from member where person_id = ${personId}
      union select person_id, root_club_id from member_contact where person_id = ${personId}
    ) known join person on person.id = known.person_id`.execute(tx)
  const here = rows.find(row => row.rootClubId === rootClubId)
  if (!here) throw refused('personId', 'This person belongs to clubs of another organisation.')
  return here.dob
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })

export async function addContact(
  { tx, audit }: Pick<Write, 'tx' | 'audit'>,
  { personId, person, ...link }: ContactOf,
  { memberId, clubId }: { memberId: number; clubId: number },
) {
  await tx
    .insertInto('member_contact')
    .values({
      member_id: memberId,
      person_id: personId,
      relationship: link.relationship,
      is_guardian: link.isGuardian,
      is_emergency: link.isEmergency,
      position: 1,
    })
    .execute()
  const after = { ...person, ...link }
  audit({ clubId, memberId, subject: 'person', subjectId: personId, before: null, after })
}
