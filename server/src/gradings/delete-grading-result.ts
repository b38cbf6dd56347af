import type { Input } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import type * as call from '@honbu/contract/gradings.ts'
import { type Selectable, sql } from 'kysely'
import { chargeAttendance, reverseMarks } from '../classes/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

type Result = Selectable<Tables['grading_result']>

/** Takes back a result and everything that `applyResults` did with it. */
export async function deleteGradingResult({ tx, user, audit }: Write, { id }: Input<typeof call.deleteGradingResult>) {
  const { memberId, name } = await lockMemberOf(tx, id)
  const result = await tx
    .selectFrom('grading_result')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => refused(404, 'This result has been taken back already.'))
  await refuseWhenGradedAgain(tx, result, name)
  if (result.passed) await restoreGrade(tx, result, name)
  await restoreMark(tx, result, user.accountId)
  await tx.deleteFrom('grading_result').where('id', '=', id).execute()
  audit({
    clubId: result.club_id,
    memberId,
    subject: 'grading_result',
    subjectId: id,
    before: {
      disciplineId: result.discipline_id,
      classId: result.class_id,
      classDate: result.graded_on,
      passed: result.passed,
      gradeId: result.grade_id,
      reason: result.reason,
      note: result.note,
    },
    after: result.passed ? { gradeId: result.from_grade_id, lastGrading: result.last_grading_before } : null,
  })
  return { id, memberId }
}

const refused = (status: number, message: string) => new Refused(status, message, { id: [message] })

/** Results of one member are saved and taken back one after the other. */
async function lockMemberOf(tx: Write['tx'], resultId: number) {
  const found = await tx
    .selectFrom('grading_result')
    .innerJoin('member', 'member.id', 'grading_result.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.id', 'person.first_name', 'person.last_name'])
    .where('grading_result.id', '=', resultId)
    .forNoKeyUpdate('member')
    .executeTakeFirstOrThrow(() => refused(404, 'This result has been taken back already.'))
  return { memberId: found.id, name: `${found.first_name} ${found.last_name}`.trim() }
}

async function refuseWhenGradedAgain(tx: Write['tx'], result: Result, name: string) {
  const later = await tx
    .selectFrom('grading_result')
    .select('graded_on')
    .where('member_id', '=', result.member_id)
    .where('discipline_id', '=', result.discipline_id)
    .where(sql<boolean>`(graded_on, id) > (${result.graded_on}, ${result.id})`)
    .orderBy('graded_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (later)
    throw refused(409, `${name} was graded again on ${mediumDate(later.graded_on)}: take that result back first.`)
}

/** The grade and what goes with it; only where it is still the one that this result has given. */
async function restoreGrade(tx: Write['tx'], result: Result, name: string) {
  const { numAffected } = result.added_discipline ? await removeDiscipline(tx, result) : await setBack(tx, result)
  if (numAffected === 0)
    throw refused(409, `The grade of ${name} has been changed by hand since, so it stays as it is.`)
  if (result.candidate_before.length === 0) return
  await tx
    .updateTable('club_member')
    .set({ is_grading_candidate: true })
    .where('member_id', '=', result.member_id)
    .where('id', 'in', result.candidate_before)
    .execute()
}

async function setBack(tx: Write['tx'], result: Result) {
  const { numUpdatedRows } = await tx
    .updateTable('member_discipline')
    .set({ current_grade_id: result.from_grade_id, last_grading: result.last_grading_before })
    .where('member_id', '=', result.member_id)
    .where('discipline_id', '=', result.discipline_id)
    .where('current_grade_id', '=', result.grade_id)
    .where('last_grading', '=', result.graded_on)
    .executeTakeFirst()
  return { numAffected: Number(numUpdatedRows) }
}

async function removeDiscipline(tx: Write['tx'], result: Result) {
  const { numDeletedRows } = await tx
    .deleteFrom('member_discipline')
    .where('member_id', '=', result.member_id)
    .where('discipline_id', '=', result.discipline_id)
    .where('current_grade_id', '=', result.grade_id)
    .where('last_grading', '=', result.graded_on)
    .executeTakeFirst()
  return { numAffected: Number(numDeletedRows) }
}

/** A mark that this result has made goes with it, unless another discipline's result of that day still needs it. */
async function restoreMark(
  tx: Write['tx'],
  { id, class_id, graded_on, member_id, mark_before }: Result,
  accountId: number,
) {
  if (class_id === null || mark_before === null) return
  const { rows: heirs } = await sql<{ id: number }>`
    update grading_result set mark_before = ${mark_before}
    where id = (
      select id from grading_result other
      where class_id = ${class_id} and graded_on = ${graded_on} and member_id = ${member_id} and other.id <> ${id}
      limit 1
    ) returning id`.execute(tx)
  if (heirs.length > 0) return
  const ofResult = sql<boolean>`class_id = ${class_id} and class_date = ${graded_on} and member_id = ${member_id}
    and attended`
  const marked = { classId: class_id, classDate: graded_on, memberIds: [member_id], accountId }
  if (mark_before === 'none') {
    const deleted = await tx.deleteFrom('attendance').where(ofResult).returning('charge_id').execute()
    const charges = deleted.flatMap(({ charge_id }) => (charge_id === null ? [] : [charge_id]))
    await reverseMarks(tx, charges, marked)
  } else {
    await tx.updateTable('attendance').set({ attended: false }).where(ofResult).execute()
    await chargeAttendance(tx, marked)
  }
}
