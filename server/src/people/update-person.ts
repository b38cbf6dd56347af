import { postcodeProblem } from '@honbu/contract/postcode.ts'
import { changed } from '../platform/changed.ts'
import { givenFields } from '../platform/given-fields.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { keepGuardian } from './guardians.ts'
import { personColumns, recordOf } from './person-record.ts'
import { isUnder18, type Place } from './place.ts'

/** What is edited of a person, checked by the contract. */
export interface PersonInput {
  readonly firstName: string
  readonly lastName: string
  readonly gender: string
  readonly dob: string | null
  readonly email: string | null
  readonly phoneMob: string | null
  readonly phoneDay: string | null
  readonly phoneEve: string | null
  readonly address: { readonly line: string | null; readonly town: string | null; readonly postcode: string | null }
}

/** The same, where some of it may be left out. */
export type GivenPerson = { readonly [Field in keyof PersonInput]?: PersonInput[Field] | undefined }

interface Update {
  readonly personId: number
  /** Undefined saves over whichever there is. */
  readonly version: number | undefined
  /** What is left out stays as it was. */
  readonly fields: GivenPerson
  readonly place: Place
  /** What the form is given in a conflict. */
  readonly current: () => Promise<unknown>
}

/**
 * Saves a person over the version that was read. Answers what an audit row says of it, and the new version.
 * @throws Refused 409 for an older version, and where a member would be a child without a guardian
 */
export async function updatePerson(tx: Write['tx'], { personId, version, fields: given, place, current }: Update) {
  await lockMembers(tx, personId)
  const before = recordOf(
    await tx
      .selectFrom('person')
      .select(personColumns)
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  )
  await checkVersion(tx, { subject: 'person', subjectId: personId, is: before.version, given: version, current })
  const fields = { ...before, ...givenFields(given) }
  refuseWrong(fields, place, before.address.postcode)
  await tx
    .updateTable('person')
    .set({ ...columnsOf(fields), version: before.version + 1 })
    .where('id', '=', personId)
    .execute()
  const becomesChild = isUnder18(fields.dob, place.today) && !isUnder18(before.dob, place.today)
  if (becomesChild) await keepGuardianOf(tx, personId, place)
  return { ...changed(before, { ...given }), version: before.version + 1 }
}

/** A person who is not there yet. */
export async function insertPerson(tx: Write['tx'], fields: PersonInput, place: Place) {
  refuseWrong(fields, place, null)
  return await tx
    .insertInto('person')
    .values(columnsOf(fields))
    .returning(['id as personId', 'version'])
    .executeTakeFirstOrThrow()
}

/**
 * Who changes a member's person or contacts waits for the other, members before persons and in the order of their ids, so
 * that two never wait for each other.
 */
export async function lockMembers(tx: Write['tx'], personId: number | null, memberId: number | null = null) {
  await tx
    .selectFrom('member')
    .select('id')
    .where(({ eb, or }) => or([eb('person_id', '=', personId ?? 0), eb('id', '=', memberId ?? 0)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The birthday by the club's day, and the postcode. One that was there before is let be. */
function refuseWrong({ dob, address }: PersonInput, { today }: Place, postcodeBefore: string | null) {
  const fields: Record<string, string[]> = {}
  if (dob !== null && dob > today) fields.dob = ['Nobody is born on a day that is still to come']
  const { postcode } = address
  const problem = postcode && postcode !== postcodeBefore ? postcodeProblem(postcode) : undefined
  if (problem) fields['address.postcode'] = [problem]
  const [first] = Object.values(fields)
  if (first?.[0]) throw new Refused(400, first[0], fields)
}

async function keepGuardianOf(tx: Write['tx'], personId: number, { today }: Place) {
  const member = await tx.selectFrom('member').select('id').where('person_id', '=', personId).executeTakeFirst()
  if (member) await keepGuardian(tx, { memberId: member.id, today, field: 'dob' })
}

const columnsOf = ({ address, ...fields }: PersonInput) => ({
  first_name: fields.firstName,
  last_name: fields.lastName,
  gender: fields.gender || '-',
  dob: fields.dob,
  email: fields.email,
  phone_mob: fields.phoneMob,
  phone_day: fields.phoneDay,
  phone_eve: fields.phoneEve,
  address_line: address.line,
  town: address.town,
  postcode: address.postcode,
})
