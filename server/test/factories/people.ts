import { memberStatus } from '@honbu/contract/ids.ts'
import type { Db } from '../../src/platform/database.ts'
import { rootOf } from './in-tree.ts'
import { next } from './next.ts'

async function createPerson(db: Db, { firstName = 'Jo', lastName = `Test${next()}`, ...rest }: PersonInput = {}) {
  const { email, phone, dob } = rest
  return await db
    .insertInto('person')
    .values({
      first_name: firstName,
      last_name: lastName,
      email: email ?? null,
      phone_mob: phone ?? null,
      dob: dob ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface PersonInput {
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  dob?: string
}

/** A root club unless it is given a parent. */
export async function createClub(db: Db, { parentClubId = null, timeZone = 'Europe/London' }: ClubInput = {}) {
  const number = next()
  return await db
    .insertInto('club')
    .values({
      // The trigger sets the real one.
      root_club_id: 0,
      parent_club_id: parentClubId,
      code: `C${number}`,
      name: `Club ${number}`,
      time_zone: timeZone,
    })
    .returning(['id', 'root_club_id as rootClubId', 'code', 'name'])
    .executeTakeFirstOrThrow()
}

interface ClubInput {
  parentClubId?: number | null
  timeZone?: string
}

/** An account that works in the club, since long ago unless told otherwise. */
export async function createAccount(db: Db, { clubId, isAdmin = false, ...rest }: AccountInput) {
  const person = await createPerson(db, { firstName: 'Staff' })
  const account = await db
    .insertInto('account')
    .values({ person_id: person.id, email: `staff${next()}@mail.example` })
    .returning(['id', 'sub', 'email'])
    .executeTakeFirstOrThrow()
  const place = await db
    .insertInto('club_user')
    .values({
      club_id: clubId,
      account_id: account.id,
      is_admin: isAdmin,
      user_since: rest.userSince ?? '2020-01-01',
      user_until: rest.userUntil ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role_id of rest.roleIds ?? [])
    await db.insertInto('club_user_role').values({ club_user_id: place.id, role_id }).execute()
  return { ...account, personId: person.id }
}

/** An account of no club, that looks after the installation. */
export async function createOperator(db: Db) {
  const person = await createPerson(db, { firstName: 'Operator' })
  return await db
    .insertInto('account')
    .values({
      person_id: person.id,
      email: `operator${next()}@mail.example`,
      operator_since: '2026-01-01T00:00Z',
      email_confirmed_at: '2026-01-01T00:00Z',
    })
    .returning(['id', 'sub', 'email'])
    .executeTakeFirstOrThrow()
}

interface AccountInput {
  clubId: number
  isAdmin?: boolean
  roleIds?: readonly number[]
  userSince?: string
  userUntil?: string
}

export async function createMember(db: Db, { clubId, statusId = memberStatus.active, ...person }: MemberInput) {
  const { id: personId } = await createPerson(db, person)
  const rootClubId = await rootOf(db, clubId)
  const member = await db
    .insertInto('member')
    .values({ root_club_id: rootClubId, person_id: personId, code: `M${next()}` })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  await createMembership(db, { clubId, memberId: member.id, statusId })
  return member
}

interface MemberInput extends PersonInput {
  clubId: number
  statusId?: number
}

export async function createMembership(db: Db, { clubId, memberId, statusId = memberStatus.active }: MembershipInput) {
  const rootClubId = await rootOf(db, clubId)
  return await db
    .insertInto('club_member')
    .values({ member_id: memberId, club_id: clubId, root_club_id: rootClubId, member_status_id: statusId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface MembershipInput {
  clubId: number
  memberId: number
  statusId?: number
}

/** A contact of a member: a new person, or one that is there already (`personId`). */
export async function createContact(db: Db, { memberId, personId, isGuardian = true, ...rest }: ContactInput) {
  const { relationship = 'Mother', ...person } = rest
  const id = personId ?? (await createPerson(db, person)).id
  await db
    .insertInto('member_contact')
    .values({ member_id: memberId, person_id: id, relationship, is_guardian: isGuardian })
    .execute()
  return { personId: id }
}

interface ContactInput extends PersonInput {
  memberId: number
  personId?: number
  isGuardian?: boolean
  relationship?: string
}

/** Two members who belong together: brothers unless told otherwise. */
export async function link(db: Db, { memberId, linkedMemberId, relationship = 'Sibling' }: LinkInput) {
  const { root_club_id } = await db
    .selectFrom('member')
    .select('root_club_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return await db
    .insertInto('member_link')
    .values({
      root_club_id,
      member_id: memberId,
      linked_member_id: linkedMemberId,
      relationship,
      linked_since: '2026-01-10',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface LinkInput {
  memberId: number
  linkedMemberId: number
  relationship?: string
}
