import type { Pattern } from '@honbu/contract/belt.ts'
import { sql, type Transaction } from 'kysely'
import { beltPairs } from '../platform/belt-sql.ts'
import type { Tables } from '../platform/tables.ts'

/** The belts of a member, in the order of the disciplines. */
const grades = sql<
  {
    disciplineName: string
    gradeName: string | null
    colour: string | null
    colourTwo: string | null
    pattern: Pattern | null
    stripe: string | null
    bars: number | null
    barColour: string | null
  }[]
>`(
  select coalesce(json_agg(json_build_object(
    'disciplineName', discipline.name, ${beltPairs('grade')}
  ) order by discipline.name, discipline.id), '[]')
  from member_discipline
  join discipline on discipline.id = member_discipline.discipline_id
  left join grade on grade.id = member_discipline.current_grade_id
  where member_discipline.member_id = club_member.member_id
)`

/** What is shown of these memberships, in this order. */
export async function directoryRows(tx: Transaction<Tables>, ids: readonly number[]) {
  const list = sql<number>`${[...ids]}::bigint[]`
  return await tx
    .selectFrom('club_member')
    .innerJoin('directory_entry', 'directory_entry.club_member_id', 'club_member.id')
    .innerJoin('member', 'member.id', 'club_member.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .leftJoin('member_category', 'member_category.id', 'club_member.category_id')
    .leftJoin('training_plan', 'training_plan.id', 'club_member.training_plan_id')
    .leftJoin('lookup', 'lookup.id', 'club_member.marketing_source_id')
    .where('club_member.id', '=', sql<number>`any(${list})`)
    .select([
      'club_member.id as clubMemberId',
      'club_member.member_id as memberId',
      'member.code',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.photo_url as photoUrl',
      'person.dob',
      'person.email',
      'person.phone_mob as phone',
      'club_member.club_id as clubId',
      'club.name as clubName',
      'club_member.member_status_id as memberStatusId',
      'member_category.name as categoryName',
      'training_plan.name as planName',
      'club_member.member_since as memberSince',
      'directory_entry.last_attended as lastAttendance',
      sql<number>`directory_entry.debt_pence / 100.0::double precision`.as('debt'),
      'directory_entry.has_mandate as hasMandate',
      'club_member.marketing_source_id as marketingSourceId',
      'lookup.name as marketingSource',
      grades.as('grades'),
    ])
    .orderBy(sql`array_position(${list}, club_member.id)`)
    .execute()
}
