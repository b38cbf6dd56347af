import { sql } from 'kysely'
import { gradingFacts, readyFacts } from '../counts/gradings.ts'
import type { ListFor, ReportRows } from '../report-rows.ts'
import { counted, ofGroup } from './by-group.ts'

const results = (of: ListFor, isWanted: ReturnType<typeof sql>): ReturnType<ReportRows> => sql`(
  select fact.id::text as key, fact.member_id as id, fact.member_id, null::text as name, fact.club_id, fact.day as on_day,
    grade.name || ', ' || discipline.name || case when fact.passed then '' else ': not passed' end as what,
    null::bigint as pence, null::integer as count
  from ${gradingFacts(counted(of))} fact
  join grade on grade.id = fact.grade_id
  join discipline on discipline.id = fact.discipline_id
  where ${isWanted} and ${ofGroup(of, { grade: sql`fact.grade_id`, examiner: sql`fact.account_id` })}
)`

const ready: ReportRows = of => sql`(
  select fact.club_id || ' ' || fact.study_id as key, fact.member_id as id, fact.member_id, null::text as name, fact.club_id,
    fact.last_grading as on_day, grade.name || ', ' || discipline.name as what, null::bigint as pence,
    null::integer as count
  from ${readyFacts(of)} fact
  join grade on grade.id = fact.grade_id
  join discipline on discipline.id = fact.discipline_id
  where ${ofGroup(of, { grade: sql`fact.grade_id` })}
)`

export const gradingLists = {
  graded: of => results(of, sql`true`),
  passed: of => results(of, sql`fact.passed`),
  ready,
} satisfies Readonly<Record<string, ReportRows>>
