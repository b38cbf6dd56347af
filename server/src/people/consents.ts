import type * as call from '@honbu/contract/consents.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { isUnder18, placeOfMember } from './place.ts'

/** The member and his contacts, at those of his clubs that are the caller's: consent is given to a club. */
export async function getConsents({ db, user, now }: Read, { id }: Input<typeof call.getConsents>) {
  const [{ today }, people, clubs] = await Promise.all([
    placeOfMember(db, { user, now }, id),
    peopleOf(db, id),
    clubsOf(db, id, [...user.clubs.keys()]),
  ])
  const entries = await entriesOf(
    db,
    people.map(({ personId }) => personId),
    clubs.map(({ clubId }) => clubId),
  )
  return {
    today,
    clubs,
    people: people.map(({ dob, ...person }) => ({ ...person, isUnder18: isUnder18(dob, today) })),
    flags: flagsOf(entries),
    entries,
  }
}

interface ConsentPerson {
  personId: number
  name: string
  relationship: string
  isMember: boolean
  isGuardian: boolean
  dob: string | null
}

/** The member first, then his contacts in their order. */
export async function peopleOf(db: Db, memberId: number): Promise<ConsentPerson[]> {
  const { rows } = await sql<ConsentPerson>`
    select person.id as "personId", trim(first_name || ' ' || last_name) as name, person.dob, known.relationship,
      known.is_member as "isMember", known.is_guardian as "isGuardian"
    from (
      select person_id, '' as relationship, true as is_member, false as is_guardian, 0 as position, 0 as id
      from member where id = ${memberId}
      union all
      select person_id, relationship, false, is_guardian, position, id from member_contact where member_id = ${memberId}
    ) as known join person on person.id = known.person_id
    order by known.is_member desc, known.position, known.id`.execute(db)
  return rows
}

async function clubsOf(db: Db, memberId: number, ours: readonly number[]) {
  if (ours.length === 0) return []
  return await db
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select(['club.id as clubId', 'club.name as clubName'])
    .where('club_member.member_id', '=', memberId)
    .where('club.id', 'in', ours)
    .orderBy('club.name')
    .orderBy('club.id')
    .execute()
}

interface Entry {
  consentId: number
  personId: number
  personName: string
  clubId: number
  clubName: string
  flag: number
  isGiven: boolean
  givenOn: string | null
  how: call.ConsentMethod
  wording: string
  givenBy: string
  recordedBy: string
  recordedAt: Date
  isCurrent: boolean
}

async function entriesOf(db: Db, personIds: readonly number[], clubIds: readonly number[]) {
  const { rows } = await sql<Entry>`
    select consent.id as "consentId", person.id as "personId", trim(person.first_name || ' ' || person.last_name) as "personName",
      club.id as "clubId", club.name as "clubName", flag, is_given as "isGiven", given_on as "givenOn", how, wording,
      coalesce(trim(giver.first_name || ' ' || giver.last_name), '') as "givenBy",
      coalesce(trim(writer.first_name || ' ' || writer.last_name), '') as "recordedBy", recorded_at as "recordedAt",
      row_number() over (partition by consent.person_id, consent.club_id, flag order by consent.id desc) = 1 as "isCurrent"
    from consent
    join person on person.id = consent.person_id
    join club on club.id = consent.club_id
    left join person giver on giver.id = consent.given_by_person_id
    left join account on account.id = consent.account_id
    left join person writer on writer.id = account.person_id
    where consent.person_id = any(${[...personIds]}) and consent.club_id = any(${[...clubIds]})
    order by consent.id desc`.execute(db)
  return rows.map(row => ({ ...row, recordedAt: row.recordedAt.toISOString() }))
}

/** The communication flags that follow from the entries. */
function flagsOf(entries: readonly Pick<Entry, 'personId' | 'clubId' | 'flag' | 'isGiven' | 'isCurrent'>[]) {
  const flags = new Map<string, { personId: number; clubId: number; communicationFlags: number }>()
  for (const { personId, clubId, flag, isGiven, isCurrent } of entries) {
    if (!isCurrent) continue
    const key = `${personId} ${clubId}`
    const before = flags.get(key)?.communicationFlags ?? 0
    flags.set(key, { personId, clubId, communicationFlags: before + (isGiven ? flag : 0) })
  }
  return [...flags.values()]
}
