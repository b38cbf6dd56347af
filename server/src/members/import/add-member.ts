import { communication, memberStatus } from '@honbu/contract/ids.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { isOnRegister, type ListedMember } from './read-member.ts'
import type { Target } from './target.ts'

export interface NewMember {
  readonly memberId: number
  readonly personId: number
  readonly clubMemberId: number
  readonly isActive: boolean
  readonly listed: ListedMember
}

/** Stores one member of the list: the person, the membership with its first status, and what he or she studies. */
export async function addMember(
  tx: Transaction<Tables>,
  { club, discipline, today }: Target,
  listed: ListedMember,
  code: string,
): Promise<NewMember> {
  const { firstName, lastName, dob, email, mobile, address, joined, statusId } = listed
  const inTree = { root_club_id: club.rootClubId }
  const person = await tx
    .insertInto('person')
    .values({
      first_name: firstName,
      last_name: lastName,
      dob,
      email,
      phone_mob: mobile,
      address_line: address.line,
      town: address.town,
      postcode: address.postcode,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = await tx
    .insertInto('member')
    .values({ ...inTree, person_id: person.id, code })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isTrial = statusId === memberStatus.prospect
  const clubMember = await tx
    .insertInto('club_member')
    .values({
      ...inTree,
      member_id: member.id,
      club_id: club.id,
      member_status_id: statusId,
      member_since: isTrial ? null : joined,
      trial_start: isTrial ? joined : null,
      communication_flags: listed.photosAllowed ? communication.photo : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('member_status_change')
    .values({
      club_member_id: clubMember.id,
      club_id: club.id,
      to_status_id: statusId,
      // The list does not say when a status began. The day of joining at least keeps years-old members, and people who
      // left long ago, out of this week's news.
      changed_on: joined ?? today,
      reason: 'Imported',
    })
    .execute()
  if (discipline) {
    await tx
      .insertInto('member_discipline')
      .values({
        ...inTree,
        member_id: member.id,
        discipline_id: discipline.id,
        current_grade_id: listed.gradeId,
        studied_since: joined ?? today,
      })
      .execute()
  }
  return {
    memberId: member.id,
    personId: person.id,
    clubMemberId: clubMember.id,
    isActive: isOnRegister(listed),
    listed,
  }
}
