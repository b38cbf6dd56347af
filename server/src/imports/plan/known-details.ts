import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Digests } from './digests.ts'

export interface KnownContact {
  /** The name, as the database compares it. */
  readonly key: string
  readonly email: string | null
  readonly mobile: string | null
}

/** What is stored of a member who may be changed. */
export interface KnownDetails {
  readonly memberId: number
  readonly person: Readonly<Record<string, string | null>>
  readonly membership: Readonly<Record<string, string | number | null>>
  readonly disciplines: readonly {
    readonly disciplineId: number
    readonly gradeId: number | null
    readonly lastGrading: string | null
    readonly earlierClasses: number
  }[]
  readonly contacts: readonly KnownContact[]
  readonly hasGuardian: boolean
  readonly notes: readonly string[]
  /** In lower case. */
  readonly tags: readonly string[]
  readonly consents: readonly { readonly flag: number; readonly isGiven: boolean }[]
  readonly classIds: readonly number[]
  readonly mandateReferences: readonly string[]
  /** What imports have stored; null: nothing. */
  readonly imported: { readonly id: number; readonly digests: Digests } | null
}

/** All that an import can change of members of a club, in one query. */
export async function knownDetails(db: Db, clubId: number, memberIds: readonly number[]) {
  const { rows } = await sql<KnownDetails>`
    select member.id as "memberId", to_jsonb(person) as person, to_jsonb(club_member) as membership,
      coalesce((select jsonb_agg(jsonb_build_object('disciplineId', discipline_id, 'gradeId', current_grade_id,
          'lastGrading', last_grading, 'earlierClasses', earlier_classes)) from member_discipline where member_id = member.id), '[]') as disciplines,
      coalesce((select jsonb_agg(jsonb_build_object('key', trim(contact.search), 'email', lower(contact.email::text),
          'mobile', contact.phone_mob)) from member_contact join person contact on contact.id = member_contact.person_id
        where member_contact.member_id = member.id), '[]') as contacts,
      exists (select from member_contact where member_id = member.id and is_guardian) as "hasGuardian",
      array(select note from member_note where member_id = member.id and member_note.club_id = ${clubId}) as notes,
      array(select lower(tag.name::text) from member_tag join tag on tag.id = member_tag.tag_id
        where member_tag.member_id = member.id) as tags,
      coalesce((select jsonb_agg(jsonb_build_object('flag', flag, 'isGiven', is_given)) from current_consent
        where current_consent.person_id = person.id and current_consent.club_id = ${clubId}), '[]') as consents,
      array(select class_id from class_member where member_id = member.id and removed_on is null) as "classIds",
      array(select reference from imported_mandate where member_id = member.id) as "mandateReferences",
      (select jsonb_build_object('id', id, 'digests', digests) from imported_member
        where imported_member.member_id = member.id and imported_member.club_id = ${clubId}) as imported
    from member
    join person on person.id = member.person_id
    join club_member on club_member.member_id = member.id and club_member.club_id = ${clubId}
    where member.id = any(${[...memberIds]})`.execute(db)
  return new Map(rows.map(row => [row.memberId, row]))
}
