import type { Input } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import type * as call from '@honbu/contract/gradings.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { refreshTasks } from '../tasks/index.ts'
import { applyResults } from './apply-result.ts'
import { checkResult, type EnteredResult, isSame, type Problem } from './check-result.ts'
import { type Grading, requireGrading } from './grading.ts'
import { type GradingRow, rowsOf } from './grading-rows.ts'
import { lockMembers } from './lock-members.ts'
import { readinessOf } from './readiness.ts'

export async function saveGradingResult(
  context: Write,
  { memberId, classId, classDate, ...entered }: Input<typeof call.saveGradingResult>,
) {
  const saved = await saveAll(context, { classId, classDate, results: [{ memberId, ...entered }] }, (_, field) => field)
  return { id: saved[0]?.id ?? 0, memberId }
}

export async function saveGradingResults(context: Write, input: Input<typeof call.saveGradingResults>) {
  const { classId, classDate } = input
  return { classId, classDate, results: await saveAll(context, input, (index, field) => `results.${index}.${field}`) }
}

/** The input that a result's field is called by. */
type FieldName = (index: number, field: string) => string

/** All or none: every result is looked at before the first is saved, and everything that is wrong is told at once. */
async function saveAll(
  context: Write,
  { classId, classDate, results }: { classId: number; classDate: string; results: readonly EnteredResult[] },
  fieldName: FieldName,
) {
  const { tx, now } = context
  const grading = await requireGrading(tx, { classId, classDate, now })
  refuseBeforehand(grading, results, fieldName)
  await lockMembers(
    tx,
    grading,
    results.map(({ memberId }) => memberId),
    id => fieldName(indexOf(results, id), 'memberId'),
  )
  const grades = await gradesOf(tx, results)
  const rows = await rowsOf(tx, grading, results)

  const judged = results.map(result => {
    const row = rowOf(rows, result)
    const readiness = readinessOf(row, classDate)
    const problem = checkResult({ row, result, classDate, readiness, grades: grades.get(result.disciplineId) ?? none })
    return { row, result, readiness, problem }
  })
  refuseProblems(
    judged.map(({ problem }) => problem),
    fieldName,
  )

  // The same again, from a second press or another device: it stays what it is.
  const isKept = ({ row, result }: (typeof judged)[number]) => row.resultId !== null && isSame(row, result)
  const applied = judged.filter(each => !isKept(each))
  const ids = new Map<EnteredResult, number>()
  for (const [index, id] of (await applyResults(context, grading, applied)).entries()) {
    const result = applied[index]?.result
    if (result) ids.set(result, id)
  }
  const saved = judged.map(({ row, result }) => {
    const { memberId, disciplineId } = result
    const id = ids.get(result) ?? row.resultId ?? 0
    if (!ids.has(result)) context.audit({ clubId: grading.clubId, memberId, subject: 'grading_result', subjectId: id })
    return { id, memberId, disciplineId }
  })
  const memberIds = saved.map(({ memberId }) => memberId)
  await refreshTasks(tx, { clubId: grading.clubId, memberIds, now, settle: ['grading'] })
  return saved
}

/** What can be said without looking at the members. */
function refuseBeforehand(grading: Grading, results: readonly EnteredResult[], fieldName: FieldName) {
  const { className, classDate, today, disciplineIds } = grading
  if (classDate > today) {
    const message = `${className} on ${longDate(classDate)} has not been yet.`
    throw new Refused(400, message, { classDate: [message] })
  }
  const seen = new Set<string>()
  const problems = results.map(({ memberId, disciplineId }): Problem | null => {
    if (!disciplineIds.includes(disciplineId))
      return { status: 400, field: 'disciplineId', message: `${className} does not grade this discipline.` }
    const key = `${memberId} ${disciplineId}`
    if (seen.has(key)) return { status: 400, field: 'memberId', message: 'This member is in the list twice.' }
    seen.add(key)
    return null
  })
  refuseProblems(problems, fieldName)
}

/** @throws Refused with every message under its field; 409 when anything there is because of somebody else */
function refuseProblems(problems: readonly (Problem | null)[], fieldName: FieldName) {
  const found = problems.flatMap((problem, index) => (problem ? [{ ...problem, index }] : []))
  const [first, ...others] = found
  if (!first) return
  const status = found.some(problem => problem.status === 409) ? 409 : 400
  const more = others.length === 0 ? '' : ` And ${others.length} more could not be saved.`
  const fields = Object.fromEntries(found.map(({ index, field, message }) => [fieldName(index, field), [message]]))
  throw new Refused(status, first.message + more, fields)
}

async function gradesOf(tx: Write['tx'], results: readonly EnteredResult[]) {
  const rows = await tx
    .selectFrom('grade')
    .select(['id', 'discipline_id', 'name'])
    .where('discipline_id', 'in', [...new Set(results.map(({ disciplineId }) => disciplineId))])
    .execute()
  const byDiscipline = new Map<number, Map<number, string>>()
  for (const { id, discipline_id, name } of rows)
    byDiscipline.set(discipline_id, (byDiscipline.get(discipline_id) ?? new Map<number, string>()).set(id, name))
  return byDiscipline
}

const none: ReadonlyMap<number, string> = new Map()

function rowOf(rows: readonly GradingRow[], { memberId, disciplineId }: EnteredResult): GradingRow {
  const row = rows.find(each => each.memberId === memberId && each.disciplineId === disciplineId)
  // The guard has found a membership of his, and the lock the member.
  if (!row) throw new Error(`member ${memberId} has disappeared`)
  return row
}

const indexOf = (results: readonly EnteredResult[], memberId: number) =>
  results.findIndex(result => result.memberId === memberId)
