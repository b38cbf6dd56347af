import type { Belt } from '@honbu/contract/belt.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/membership.ts'
import { type MemberDiscipline, MemberDisciplineEdit } from '@honbu/contract/membership.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { countedClassesSql, gradesAboveSql, gradingReadiness } from '../classes/index.ts'
import { beltPairs } from '../platform/belt-sql.ts'
import type { Db } from '../platform/database.ts'
import type { Read, Write } from '../platform/route.ts'
import { type Places, statement } from '../platform/statement.ts'
import { checkVersion } from '../platform/version.ts'
import { refused } from './lock-membership.ts'

export const getMemberDisciplines = ({ db, now }: Read, { id }: Input<typeof call.getMemberDisciplines>) =>
  readDisciplines(db, id, now)

interface Row {
  memberDisciplineId: number
  version: number
  disciplineId: number
  disciplineName: string
  currentGradeId: number | null
  lastGrading: string | null
  studiedSince: string
  today: string
  attended: number
  hasGradesAbove: boolean
  grade: Belt | null
  next: (Belt & { minimumAttendance: number; minimumMonths: number }) | null
}

/** Today is that of the member's first club, as everywhere in his view. */
async function readDisciplines(db: Db, memberId: number, now: Date): Promise<z.infer<typeof MemberDiscipline>[]> {
  const [club] = await firstClubOf(db, { memberId })
  const today = todayIn(club?.timeZone ?? 'Europe/London', now)
  const rows = await disciplinesOf(db, { memberId, today })
  return rows.map(({ attended, grade, next, ...row }) => {
    const since = row.lastGrading ?? row.studiedSince
    const { flags, progress } = gradingReadiness({ attended, since, next }, today)
    return {
      ...row,
      belt: grade,
      nextGrade: next,
      gradingRequirementFlags: flags,
      gradingProgress: progress,
    }
  })
}

const firstClubOf = statement(
  (_db, { memberId }: Places<{ memberId: number }>) => sql<{ timeZone: string }>`
    select time_zone as "timeZone" from club_member join club on club.id = club_member.club_id
    where member_id = ${memberId} order by club.id limit 1`,
)

const disciplinesOf = statement((_db, { memberId, today }: Places<{ memberId: number; today: string }>) => {
  const own = {
    disciplineId: sql`studied.discipline_id`,
    lastGrading: sql`studied.last_grading`,
    studiedSince: sql`studied.studied_since`,
  }
  return sql<Row>`
    select studied.id as "memberDisciplineId", studied.version, discipline.id as "disciplineId",
      discipline.name as "disciplineName", studied.current_grade_id as "currentGradeId",
      studied.last_grading as "lastGrading", studied.studied_since as "studiedSince",
      ${countedClassesSql({ ...own, memberId: sql`studied.member_id`, until: sql`${today}::date` })} as attended,
      (select json_build_object(${beltPairs('grade')}) from grade where grade.id = studied.current_grade_id) as grade,
      exists (
        select from grade above where above.discipline_id = studied.discipline_id
          and above.position > coalesce((select position from grade where grade.id = studied.current_grade_id), 0)
      ) as "hasGradesAbove",
      (
        select json_build_object(${beltPairs('reached')}, 'minimumAttendance', above.minimum_attendance,
          'minimumMonths', above.minimum_months)
        from ${gradesAboveSql({
          disciplineId: own.disciplineId,
          position: sql`(select position from grade where grade.id = studied.current_grade_id)`,
          categoryId: sql`(
            select category_id from club_member where club_member.member_id = studied.member_id
            order by member_status_id not in (21, 24), club_id limit 1)`,
          dob: sql`person.dob`,
          on: sql`${today}::date`,
        })} above
        join grade reached on reached.id = above.id
        order by above.position limit 1
      ) as next
    from member_discipline studied
    join discipline on discipline.id = studied.discipline_id
    join member on member.id = studied.member_id
    join person on person.id = member.person_id
    where studied.member_id = ${memberId}
    order by discipline.name, discipline.id`
})

type Given = Input<typeof call.saveMemberDiscipline>

export async function saveMemberDiscipline(
  { tx, user, now, audit }: Write,
  { id: memberId, version, ...fields }: Given,
) {
  const { disciplineId, currentGradeId, lastGrading, studiedSince } = fields
  const [issue] = MemberDisciplineEdit.safeParse(fields).error?.issues ?? []
  if (issue) throw refused(400, String(issue.path[0] ?? 'body'), issue.message)
  await refuseForeign(tx, memberId, disciplineId, currentGradeId)
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
  const before = await tx
    .selectFrom('member_discipline')
    .select(['id', 'version', 'current_grade_id as currentGradeId', 'last_grading as lastGrading'])
    .select('studied_since as studiedSince')
    .where('member_id', '=', memberId)
    .where('discipline_id', '=', disciplineId)
    .executeTakeFirst()
  if (before) {
    const current = async () =>
      (await readDisciplines(tx, memberId, now)).find(each => each.disciplineId === disciplineId)
    await checkVersion(tx, {
      subject: 'member_discipline',
      subjectId: before.id,
      is: before.version,
      given: version,
      current,
    })
  }
  const values = { current_grade_id: currentGradeId, last_grading: lastGrading, studied_since: studiedSince }
  const saved = before
    ? await tx
        .updateTable('member_discipline')
        .set({ ...values, version: before.version + 1 })
        .where('id', '=', before.id)
        .returning(['id as memberDisciplineId', 'version'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('member_discipline')
        .values(eb => ({
          ...values,
          member_id: memberId,
          discipline_id: disciplineId,
          root_club_id: eb.selectFrom('member').select('root_club_id').where('id', '=', memberId),
        }))
        .returning(['id as memberDisciplineId', 'version'])
        .executeTakeFirstOrThrow()
  for (const clubId of await clubsOf(tx, memberId, [...user.clubs.keys()]))
    audit({
      clubId,
      memberId,
      subject: 'member_discipline',
      subjectId: saved.memberDisciplineId,
      before: before ? { disciplineId, ...before } : null,
      after: fields,
    })
  return { ...saved, memberId }
}

/** A discipline of the member's own clubs, and a grade of that discipline. */
async function refuseForeign(
  tx: Write['tx'],
  memberId: number,
  disciplineId: number,
  gradeId: number | null,
): Promise<void> {
  const { rows } = await sql<{ isOfTree: boolean; isGrade: boolean }>`
    select
      exists (select from discipline join member on member.root_club_id = discipline.root_club_id
        where discipline.id = ${disciplineId} and member.id = ${memberId}) as "isOfTree",
      ${gradeId}::bigint is null or exists (
        select from grade where id = ${gradeId} and discipline_id = ${disciplineId}) as "isGrade"`.execute(tx)
  if (!rows[0]?.isOfTree) throw refused(400, 'disciplineId', 'Is not taught in the clubs of this member.')
  if (!rows[0].isGrade) throw refused(400, 'currentGradeId', 'Is a grade of another discipline.')
}

/** Those of the caller's in which the member is; what a tree shares is no single club's. */
async function clubsOf(tx: Write['tx'], memberId: number, clubIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('club_member')
    .select('club_id')
    .where('member_id', '=', memberId)
    .where('club_id', 'in', [0, ...clubIds])
    .orderBy('club_id')
    .execute()
  return rows.map(row => row.club_id)
}

export async function removeDiscipline(
  { tx, user, audit }: Write,
  { id: memberId, memberDisciplineId }: Input<typeof call.removeDiscipline>,
) {
  const row = await tx
    .selectFrom('member_discipline')
    .select(['member_id', 'discipline_id as disciplineId', 'current_grade_id as currentGradeId'])
    .select(['last_grading as lastGrading', 'studied_since as studiedSince'])
    .where('id', '=', memberDisciplineId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.member_id !== memberId) throw refused(400, 'memberDisciplineId', 'Is studied by somebody else.')
  await tx.deleteFrom('member_discipline').where('id', '=', memberDisciplineId).execute()
  const { member_id: _, ...before } = row
  for (const clubId of await clubsOf(tx, memberId, [...user.clubs.keys()]))
    audit({ clubId, memberId, subject: 'member_discipline', subjectId: memberDisciplineId, before, after: null })
  return { memberId, disciplineId: row.disciplineId }
}
