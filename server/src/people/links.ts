import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/member-links.ts'
import { fromOtherSide } from '@honbu/contract/member-links.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { placeOfMember } from './place.ts'

interface Linked {
  memberLinkId: number
  version: number
  memberId: number
  isReversed: boolean
  firstName: string
  lastName: string
  code: string
  photoUrl: string | null
  dob: string | null
  clubName: string
  memberStatusId: number
  relationship: string
  linkedSince: string
  isOurs: boolean
}

export const getLinkedMembers = async ({ db, user }: Read, { id }: Input<typeof call.getLinkedMembers>) =>
  await readLinks(db, [...user.clubs.keys()], id)

/** As seen from the member; of each linked one the caller's own club stands first. */
async function readLinks(db: Db, clubIds: readonly number[], memberId: number) {
  const { rows } = await sql<Linked>`
    select link.id as "memberLinkId", link.version, link.relationship, link.linked_since as "linkedSince",
      link.linked_member_id = ${memberId} as "isReversed", member.id as "memberId", member.code,
      person.first_name as "firstName", person.last_name as "lastName", person.photo_url as "photoUrl", person.dob,
      membership."clubName", membership."memberStatusId", membership."isOurs"
    from member_link link
    join member on member.id = case when link.member_id = ${memberId} then link.linked_member_id else link.member_id end
    join person on person.id = member.person_id
    join lateral (
      select club.name as "clubName", member_status_id as "memberStatusId", club.id = any(${[...clubIds]}) as "isOurs"
      from club_member join club on club.id = club_member.club_id
      where club_member.member_id = member.id order by 3 desc, club_member.id limit 1
    ) membership on true
    where ${memberId} in (link.member_id, link.linked_member_id)
    order by person.first_name, person.last_name, member.id`.execute(db)
  return rows.map(({ isReversed, relationship, ...row }) => ({
    ...row,
    relationship: isReversed ? fromOtherSide(relationship) : relationship,
  }))
}

export async function saveMemberLink(write: Write, input: Input<typeof call.saveMemberLink>) {
  const { id: memberId, memberLinkId, linkedMemberId, version, relationship, linkedSince } = input
  const { tx, user, audit } = write
  const place = await placeOfMember(tx, write, memberId)
  if (linkedSince > place.today) {
    const message = 'Not a day that is still to come'
    throw new Refused(400, message, { linkedSince: [message] })
  }
  if (memberId === linkedMemberId) throw refusedOther('Nobody is linked with himself or herself.')
  await refuseOtherTree(tx, linkedMemberId, place.rootClubId)
  const before = memberLinkId === null ? null : await lockLink(tx, memberLinkId)
  if (before && !isPair(before, [memberId, linkedMemberId]))
    throw refusedOther('This link is of other members. Make a new one instead.')
  if (before) {
    const current = async () =>
      (await readLinks(tx, [...user.clubs.keys()], memberId)).find(link => link.memberLinkId === before.id)
    const versions = { subject: 'member_link', subjectId: before.id, is: before.version, given: version }
    await checkVersion(tx, { ...versions, current })
  }
  // A row is written from one side for good; from the other it is read the other way round.
  const isReversed = before?.memberId === linkedMemberId
  const values = {
    relationship: isReversed ? fromOtherSide(relationship) : relationship,
    linked_since: linkedSince,
  }
  const saved = await refuseOn({ member_link_pair: ['linkedMemberId', 'The two are linked already.'] }, () =>
    before
      ? tx
          .updateTable('member_link')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', before.id)
          .returning(['id as memberLinkId', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('member_link')
          .values({
            ...values,
            member_id: memberId,
            linked_member_id: linkedMemberId,
            root_club_id: place.rootClubId,
          })
          .returning(['id as memberLinkId', 'version'])
          .executeTakeFirstOrThrow(),
  )
  audit({
    clubId: place.clubId,
    memberId,
    subject: 'member_link',
    subjectId: saved.memberLinkId,
    before: before && { relationship: before.relationship, linkedSince: before.linkedSince },
    after: { linkedMemberId, relationship: values.relationship, linkedSince },
  })
  return saved
}

export async function deleteLink(write: Write, { id }: Input<typeof call.deleteLink>) {
  const { tx, audit } = write
  const { memberId, linkedMemberId, relationship, linkedSince } = await lockLink(tx, id)
  const { clubId } = await placeOfMember(tx, write, memberId)
  await tx.deleteFrom('member_link').where('id', '=', id).execute()
  const before = { linkedMemberId, relationship, linkedSince }
  audit({ clubId, memberId, subject: 'member_link', subjectId: id, before })
  return { memberLinkId: id }
}

const refusedOther = (message: string) => new Refused(400, message, { linkedMemberId: [message] })

const lockLink = (tx: Write['tx'], id: number) =>
  tx
    .selectFrom('member_link')
    .select(['id', 'version', 'member_id as memberId', 'linked_member_id as linkedMemberId'])
    .select(['relationship', 'linked_since as linkedSince'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

const isPair = (link: { memberId: number; linkedMemberId: number }, pair: readonly number[]) =>
  pair.includes(link.memberId) && pair.includes(link.linkedMemberId)

async function refuseOtherTree(tx: Write['tx'], memberId: number, rootClubId: number) {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('root_club_id', '=', rootClubId)
    .executeTakeFirst()
  if (!member) throw refusedOther('This member belongs to clubs of another organisation.')
}
