import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/people.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { givenFields } from '../platform/given-fields.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { auditPerson } from './audit-person.ts'
import { readContacts } from './contacts.ts'
import { keepGuardian } from './guardians.ts'
import { readPerson } from './person-record.ts'
import { isUnder18, type Place, placeOfMember } from './place.ts'
import { type GivenPerson, insertPerson, lockMembers, type PersonInput, updatePerson } from './update-person.ts'

interface Link {
  readonly relationship: string
  readonly isGuardian: boolean
  readonly isEmergency: boolean
}

export async function saveContact(write: Write, input: Input<typeof call.saveContact>) {
  const { id: memberId, personId, version, relationship, isGuardian, isEmergency, ...fields } = input
  const { tx } = write
  const place = await placeOfMember(tx, write, memberId)
  await lockMembers(tx, personId, memberId)
  const before = personId === null ? undefined : await linkOf(tx, memberId, personId)
  const link = {
    relationship: relationship ?? before?.relationship ?? '',
    isGuardian: isGuardian ?? before?.isGuardian ?? false,
    isEmergency: isEmergency ?? before?.isEmergency ?? true,
  }
  if (personId === null) return await addNew(write, { memberId, fields: newPerson(fields), link, place })

  refuseChild(fields.dob === undefined ? await dobOf(tx, personId) : fields.dob, link, place)
  if (!before) await refuseStranger(tx, { memberId, personId }, place)
  const current = async () =>
    (await readContacts(tx, memberId)).find(contact => contact.personId === personId) ??
    readPerson(tx, personId, place.today)
  const person = await updatePerson(tx, { personId, version, fields, place, current })
  await putLink(tx, { memberId, personId, link })
  if (before?.isGuardian && !link.isGuardian)
    await keepGuardian(tx, { memberId, today: place.today, field: 'isGuardian' })
  await auditPerson(write, {
    personId,
    clubId: place.clubId,
    memberId,
    before: { ...person.before, ...before },
    after: { ...person.after, ...link },
  })
  return { personId, version: person.version }
}

interface New {
  readonly memberId: number
  readonly fields: PersonInput
  readonly link: Link
  readonly place: Place
}

function newPerson({ firstName, ...fields }: GivenPerson & Pick<PersonInput, Given>): PersonInput {
  const message = 'Give a first name'
  if (firstName === undefined) throw new Refused(400, message, { firstName: [message] })
  const nothing = { lastName: '', dob: null, email: null, address: { line: null, town: null, postcode: null } }
  return { firstName, ...nothing, ...givenFields(fields) }
}

type Given = 'gender' | 'phoneMob' | 'phoneDay' | 'phoneEve'

async function addNew(write: Write, { memberId, fields, link, place }: New) {
  refuseChild(fields.dob, link, place)
  const { personId, version } = await insertPerson(write.tx, fields, place)
  await putLink(write.tx, { memberId, personId, link })
  await auditPerson(write, { personId, clubId: place.clubId, memberId, after: { ...fields, ...link } })
  return { personId, version }
}

const dobOf = async (tx: Write['tx'], personId: number) =>
  (await tx.selectFrom('person').select('dob').where('id', '=', personId).executeTakeFirstOrThrow()).dob

const linkOf = (tx: Write['tx'], memberId: number, personId: number) =>
  tx
    .selectFrom('member_contact')
    .select(['relationship', 'is_guardian as isGuardian', 'is_emergency as isEmergency'])
    .where('member_id', '=', memberId)
    .where('person_id', '=', personId)
    .executeTakeFirst()

/** A new one stands last. */
async function putLink(
  tx: Write['tx'],
  { memberId, personId, link }: { memberId: number; personId: number; link: Link },
) {
  const values = { relationship: link.relationship, is_guardian: link.isGuardian, is_emergency: link.isEmergency }
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from member_contact where member_id = ${memberId})`
  await refuseOn({ member_contact_one_tree: ['personId', otherTree] }, () =>
    tx
      .insertInto('member_contact')
      .values({ member_id: memberId, person_id: personId, position, ...values })
      .onConflict(conflict => conflict.columns(['member_id', 'person_id']).doUpdateSet(values))
      .execute(),
  )
}

const otherTree = 'This person belongs to clubs of another organisation.'

/** Someone becomes a contact who is known already: in the same tree of clubs, and not the member himself. */
async function refuseStranger(
  tx: Write['tx'],
  { memberId, personId }: { memberId: number; personId: number },
  { rootClubId }: Place,
) {
  const { rows } = await sql<{ memberId: number | null; rootClubId: number }>`
    select id as "memberId", root_club_id as "rootClubId" from member where person_id = ${personId}
    union select null, root_club_id from member_contact where person_id = ${personId}`.execute(tx)
  const reason = rows.some(row => row.memberId === memberId)
    ? 'Nobody is a contact of himself or herself.'
    : rows.some(row => row.rootClubId !== rootClubId) && otherTree
  if (reason) throw new Refused(400, reason, { personId: [reason] })
}

function refuseChild(dob: string | null, { isGuardian }: Link, { today }: Place) {
  if (!isGuardian || !isUnder18(dob, today)) return
  const message = 'A guardian is at least 18 years old.'
  throw new Refused(400, message, { isGuardian: [message] })
}
