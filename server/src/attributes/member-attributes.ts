import type * as call from '@honbu/contract/attributes.ts'
import { type AttributeType, attributeValue } from '@honbu/contract/attributes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readDefinition } from './definitions.ts'

interface Row {
  memberAttributeId: number | null
  attributeId: number
  memberId: number
  version: number
  name: string
  type: AttributeType
  choices: string[]
  isRequired: boolean
  clubName: string
  value: string
}

export async function getAttributes({ db, user }: Read, { id }: Input<typeof call.getAttributes>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select given.id as "memberAttributeId", attribute.id as "attributeId", ${id}::bigint as "memberId",
      coalesce(given.version, 0) as version, attribute.name, attribute.type, attribute.choices,
      attribute.is_required as "isRequired", club.name as "clubName", coalesce(given.value, '') as value
    from (
      select above.club_id, max(above.distance) as distance
      from club_member cross join lateral club_and_above(club_member.club_id) above
      where club_member.member_id = ${id} and club_member.club_id = any(${[...user.clubs.keys()]})
      group by above.club_id
    ) asking
    join attribute on attribute.club_id = asking.club_id
    join club on club.id = attribute.club_id
    left join member_attribute given on given.attribute_id = attribute.id and given.member_id = ${id}
      and given.club_id = any(${[...user.clubs.keys()]})
    order by asking.distance desc, attribute.position, attribute.name, attribute.id`.execute(db)
  return rows
}

/** An empty value takes it away, where it may be empty. */
export async function saveAttribute(context: Write, input: Input<typeof call.saveAttribute>) {
  const { tx, user, audit } = context
  const { id: memberId, attributeId, version } = input
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
  const definition = await readDefinition(tx, attributeId)
  const read = attributeValue(input.value, definition)
  if ('wrong' in read) throw refused('value', read.wrong)
  const club = await clubAsking(tx, memberId, definition.clubId, [...user.clubs.keys()])
  const before = await givenValue(tx, memberId, attributeId)
  if (before && input.memberAttributeId && before.memberAttributeId !== input.memberAttributeId)
    throw refused('memberAttributeId', 'This is the value of another attribute.')
  if (before && !user.clubs.has(before.clubId)) throw new Refused(403, 'Not authorised!')
  await checkVersion(tx, {
    subject: 'member_attribute',
    subjectId: before?.memberAttributeId ?? 0,
    is: before?.version ?? 0,
    given: version,
    current: async () => before ?? { memberAttributeId: null, attributeId, memberId, version: 0, value: '' },
  })
  const saved = await store(tx, { ...club, memberId, attributeId, value: read.value, before })
  const told = (value: string | undefined) => (value ? { [definition.name]: value } : null)
  audit({
    clubId: before?.clubId ?? club.clubId,
    memberId,
    subject: 'member_attribute',
    subjectId: saved.memberAttributeId ?? before?.memberAttributeId ?? null,
    before: told(before?.value),
    after: told(read.value),
  })
  return { ...saved, attributeId, memberId, value: read.value }
}

interface Given {
  memberAttributeId: number
  clubId: number
  version: number
  value: string
}

async function givenValue(db: Db, memberId: number, attributeId: number): Promise<Given | undefined> {
  return await db
    .selectFrom('member_attribute')
    .select(['id as memberAttributeId', 'club_id as clubId', 'version', 'value'])
    .where('member_id', '=', memberId)
    .where('attribute_id', '=', attributeId)
    .executeTakeFirst()
}

/** Of the caller's clubs the one in which the member is asked. */
async function clubAsking(db: Db, memberId: number, definedBy: number, clubIds: readonly number[]) {
  const { rows } = await sql<{ clubId: number; rootClubId: number }>`
    select club_id as "clubId", root_club_id as "rootClubId" from club_member
    where member_id = ${memberId} and club_id = any(${[...clubIds]})
      and club_id in (select club_id from club_and_below(${definedBy}))
    order by club_id limit 1`.execute(db)
  const [club] = rows
  if (!club) throw refused('attributeId', 'None of your clubs that this member belongs to asks for this.')
  return club
}

interface Stored {
  clubId: number
  rootClubId: number
  memberId: number
  attributeId: number
  value: string
  before: Given | undefined
}

async function store(tx: Write['tx'], { clubId, rootClubId, memberId, attributeId, value, before }: Stored) {
  if (value === '') {
    if (before) await tx.deleteFrom('member_attribute').where('id', '=', before.memberAttributeId).execute()
    return { memberAttributeId: null, version: 0 }
  }
  if (before) {
    return await tx
      .updateTable('member_attribute')
      .set({ value, version: before.version + 1 })
      .where('id', '=', before.memberAttributeId)
      .returning(['id as memberAttributeId', 'version'])
      .executeTakeFirstOrThrow()
  }
  return await tx
    .insertInto('member_attribute')
    .values({ attribute_id: attributeId, member_id: memberId, club_id: clubId, root_club_id: rootClubId, value })
    .returning(['id as memberAttributeId', 'version'])
    .executeTakeFirstOrThrow()
}

export async function deleteAttribute({ tx, audit }: Write, { id }: Input<typeof call.deleteAttribute>) {
  const given = await tx
    .selectFrom('member_attribute')
    .innerJoin('attribute', 'attribute.id', 'member_attribute.attribute_id')
    .select([
      'member_attribute.member_id as memberId',
      'member_attribute.club_id as clubId',
      'value',
      'name',
      'is_required',
    ])
    .where('member_attribute.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (given.is_required) throw refused('value', `${given.name} should not be empty.`)
  await tx.deleteFrom('member_attribute').where('id', '=', id).execute()
  const { memberId, clubId, name, value } = given
  audit({ clubId, memberId, subject: 'member_attribute', subjectId: id, before: { [name]: value }, after: null })
  return { memberAttributeId: id, memberId }
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
