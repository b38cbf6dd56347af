import { type Audience, type Condition, meansMembers, meansStaff, withStatuses } from '@honbu/contract/audience.ts'
import { messageParameter } from '@honbu/contract/ids.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { matching } from '../directory/index.ts'
import { holdsRole } from '../platform/holds-role.ts'
import { membersNow } from './members-now.ts'

export interface AudienceFrame {
  /** Clubs that the caller may touch. */
  readonly clubIds: readonly number[]
  readonly audience: Audience
  /** The day in the clubs: `todayOf` tells. */
  readonly today: string
}

type Bool = RawBuilder<SqlBool>

/**
 * The members who are meant: SQL that gives (member_id, club_id), a row each. Of several memberships in these clubs it is a
 * live one, then the one of the older club.
 * @throws Refused 400 for a search of the directory that cannot be read
 */
export function membersOf(asked: AudienceFrame): RawBuilder<{ member_id: number; club_id: number }> {
  const frame = { ...asked, audience: withStatuses(asked.audience) }
  const { clubIds, audience } = frame
  if (!meansMembers(audience)) return sql`select null::bigint as member_id, null::bigint as club_id where false`
  const holds = (condition: Condition) => conditionOf(condition, frame)
  const all = [
    sql<SqlBool>`directory_entry.club_id = ${anyOf(clubIds)}`,
    ...chosenOnly(frame),
    ...audience.include.flatMap(condition => holds(condition) ?? []),
    ...audience.exclude.flatMap(condition => {
      const bool = holds(condition)
      return bool ? sql<SqlBool>`(${bool}) is not true` : []
    }),
  ]
  const where = sql.join(all, sql` and `)
  // In one club everybody has one membership.
  if (clubIds.length === 1) return sql`select member_id, club_id from directory_entry where ${where}`
  return sql`
    select distinct on (member_id) member_id, club_id from directory_entry where ${where}
    order by member_id, member_status_id not in (21, 24), club_id`
}

/** The people who are meant because they work in the clubs: SQL that gives (club_id, person_id), a row each. */
export function staffOf({
  clubIds,
  audience,
  today,
}: AudienceFrame): RawBuilder<{ club_id: number; person_id: number }> {
  if (!meansStaff(audience)) return sql`select null::bigint as club_id, null::bigint as person_id where false`
  const day = sql`${today}::date`
  const all = [
    sql<SqlBool>`club_user.club_id = ${anyOf(clubIds)} and user_since <= ${day} and (user_until is null or user_until >= ${day})`,
    ...audience.include.flatMap(condition => staffCondition(condition) ?? []),
    ...audience.exclude.flatMap(condition => {
      const bool = staffCondition(condition)
      return bool ? sql<SqlBool>`not (${bool})` : []
    }),
  ]
  return sql`
    select distinct on (account.person_id) club_user.club_id, account.person_id
    from club_user join account on account.id = club_user.account_id
    where ${sql.join(all, sql` and `)}
    order by account.person_id, club_user.club_id`
}

const { role, user } = messageParameter

const anyOf = (ids: readonly number[]) => sql`any(${[...ids]}::bigint[])`

/** Who was chosen in the directory; of a record that was merged into another since, the other. */
function chosenOnly({ clubIds, audience: { chosen }, today }: AudienceFrame): Bool[] {
  if (chosen === undefined) return []
  const { members, filter } = chosen
  if (members === undefined) return [matching({ clubIds, filter, today })]
  return [sql`directory_entry.member_id = any(array(${membersNow(members)}))`]
}

function staffCondition({ parameterId, values }: Condition): Bool | null {
  if (parameterId === messageParameter.club) return sql`club_user.club_id = ${anyOf(values)}`
  if (parameterId === user) return sql`account.id = ${anyOf(values)}`
  if (parameterId !== role) return null
  return holdsRole('club_user', values)
}

/** What a condition asks of a row of the directory; null for one that is about people who work in the clubs. */
function conditionOf({ parameterId, values }: Condition, { clubIds, today }: AudienceFrame): Bool | null {
  const listed = anyOf(values)
  const day = sql`${today}::date`
  switch (parameterId) {
    case messageParameter.club:
      return sql`directory_entry.club_id = ${listed}`
    case messageParameter.memberStatus:
      return sql`directory_entry.member_status_id = ${listed}`
    case messageParameter.category:
      return sql`directory_entry.category_id = ${listed}`
    case messageParameter.refs:
      return sql`directory_entry.marketing_source_id = ${listed}`
    // Who is enrolled in one of the classes, wherever in these clubs it is held.
    case messageParameter.class:
      return sql`directory_entry.member_id in (
        select given.member_id from class_member given where given.class_id = ${listed} and given.club_id = ${anyOf(clubIds)}
          and (given.removed_on is null or given.removed_on > ${day})
      )`
    // That a tag was given is the affair of the club that gave it.
    case messageParameter.tags:
      return hasAnyOf('tag_id', 'other_tag_ids', sql`${[...values]}::bigint[]`)
    case messageParameter.disciplines:
      return hasAnyOf('discipline_id', 'other_discipline_ids', sql`${[...values]}::bigint[]`)
    case messageParameter.gradeFrom:
      return atGrade(sql`>=`, values)
    case messageParameter.gradeTo:
      return atGrade(sql`<=`, values)
    case messageParameter.candidate:
      return isCandidate(values, clubIds)
    default:
      return null
  }
}

/** 1 for yes, 0 for no. The candidates are few, and looked for among the memberships once. */
function isCandidate(values: readonly number[], clubIds: readonly number[]): Bool {
  const [yes, no] = [values.includes(1), values.includes(0)]
  if (yes === no) return yes ? sql`true` : sql`false`
  const marked = sql<SqlBool>`directory_entry.club_member_id in (
    select id from club_member where club_id = ${anyOf(clubIds)} and is_grading_candidate
  )`
  return yes ? marked : sql`not ${marked}`
}

/** Of what a member has several of, the directory keeps the first, and the others in a list. */
const hasAnyOf = (first: string, others: string, listed: RawBuilder<unknown>) =>
  sql<SqlBool>`(${sql.ref(`directory_entry.${first}`)} = any(${listed}) or ${sql.ref(`directory_entry.${others}`)} && ${listed})`

/** A grade is compared with the others of its discipline; of several named ones any will do. */
function atGrade(sign: RawBuilder<unknown>, values: readonly number[]): Bool {
  const grades = sql`array(
    select other.id from grade named join grade other on other.discipline_id = named.discipline_id
      and other.position ${sign} named.position
    where named.id = ${anyOf(values)}
  )`
  return hasAnyOf('grade_id', 'other_grade_ids', grades)
}
