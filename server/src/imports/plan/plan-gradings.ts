import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { isNone, quoted } from '../cells/reading.ts'
import { fullName, type KnownMember, membersByName, nameKeys } from './known.ts'
import type { GradingPlan, PlannedGrading, PlannedLine, Stored } from './plan.ts'
import type { PlanOptions } from './plan-members.ts'
import { type NamedRow, readRows } from './read-rows.ts'
import { type RowReader, tableReader } from './row-reader.ts'
import { dated, type Wording, wordingOf } from './wording.ts'

interface Read extends Omit<PlannedGrading, 'memberId'> {
  readonly stored: readonly Stored[]
}

/** What a list of gradings would do: the history of members who are there, and what they have reached by it. */
export async function planGradings(db: Db, options: PlanOptions): Promise<GradingPlan> {
  const { table, mapping, tree } = options
  const wording = wordingOf(options.choices)
  const { named, refused } = await readRows(table, tableReader(options), mapping)
  const find = await finder(db, named, tree)
  const lines: PlannedLine[] = [...refused]
  const gradings: PlannedGrading[] = []
  const known = await knownGradings(db, find.memberIds)
  for (const [index, { line, name, row }] of named.entries()) {
    const base = { line, name: fullName(name), memberId: null, stored: [] }
    const refuse = (text: string) =>
      void lines.push({ ...base, outcome: 'refused', problems: [...row.problems, { column: '', text }] })
    const who = find.member(index)
    const read = readGrading(row, line, wording)
    if (typeof read === 'string') refuse(`${read}: the line is left out`)
    else if (typeof who === 'string') refuse(who)
    else {
      const { stored, ...rest } = read
      const grading = { ...rest, memberId: who.memberId }
      const key = keyOf(grading)
      const found = { ...base, memberId: who.memberId }
      const isThere = known.has(key)
      if (isThere)
        lines.push({ ...found, outcome: 'duplicate', problems: [{ column: '', text: isThereWords(grading, wording) }] })
      else {
        known.add(key)
        gradings.push(grading)
        lines.push({ ...found, outcome: 'new', problems: row.problems, stored })
      }
    }
  }
  const reached = await reachedAfter(db, gradings, options)
  return { kind: 'gradings', lines: lines.sort((a, b) => a.line - b.line), gradings, reached }
}

const keyOf = ({
  memberId,
  disciplineId,
  gradedOn,
  gradeId,
  passed,
}: Omit<PlannedGrading, 'line' | 'note' | 'fromGradeId'>) =>
  [memberId, disciplineId, gradedOn, gradeId, passed].join(' ')

const isThereWords = ({ gradeId, gradedOn }: PlannedGrading, wording: Wording) =>
  `The grading for ${wording.grade(gradeId)} on ${dated(gradedOn)} is there already: not imported again`

/** A grading as the line tells it; a reason where it tells too little. */
function readGrading(row: RowReader, line: number, wording: Wording): Read | string {
  const gradedOn = row.date('gradedOn')
  const gradeId = row.value('toGrade')
  const fromGradeId = row.value('fromGrade')
  const result = row.value('result')
  if (gradedOn === null) return 'There is no date of the grading'
  if (gradeId === null) return 'There is no grade that was graded for'
  if (row.has('result') && result === null) {
    const cell = row.cell('result')
    return cell === '' ? 'The result is missing' : `The result ${quoted(cell)} is neither passed nor not passed`
  }
  const disciplineId = wording.disciplineOf(gradeId)
  if (disciplineId === undefined) return 'The grade is not there any more'
  const isSameDiscipline = fromGradeId !== null && wording.disciplineOf(fromGradeId) === disciplineId
  const note = noteOf(row)
  const passed = !row.has('result') || result === 1
  const stored: Stored[] = [
    { title: 'Date of grading', before: null, after: dated(gradedOn) ?? '' },
    { title: passed ? 'Passed' : 'Not passed', before: null, after: wording.grade(gradeId) },
  ]
  if (note !== '') stored.push({ title: 'Note', before: null, after: note })
  const from = isSameDiscipline ? fromGradeId : null
  return { line, disciplineId, fromGradeId: from, gradeId, gradedOn, passed, note, stored }
}

/** What the history has no place of its own for. */
function noteOf(row: RowReader): string {
  const examiner = row.cell('examiner')
  const result = row.cell('result')
  const isMore = /\(|double|merit|distinction/i.test(result)
  return [isNone(examiner) ? '' : `Examiner: ${examiner}`, isMore ? `Result: ${result}` : '']
    .filter(part => part !== '')
    .join('. ')
    .slice(0, 500)
}

/** Who the lines are about: members of this club, by name, and by date of birth or code where the list has them. */
async function finder(db: Db, named: readonly NamedRow[], tree: PlanOptions['tree']) {
  const keys = await nameKeys(
    db,
    named.map(({ name }) => name),
  )
  const members = (await membersByName(db, tree, [...new Set(keys)])).filter(
    ({ clubMemberId }) => clubMemberId !== null,
  )
  const byKey = Map.groupBy(members, ({ key }) => key)
  return {
    memberIds: members.map(({ memberId }) => memberId),
    member(index: number): KnownMember | string {
      const { row, name } = named[index] ?? {}
      if (!row || !name) return 'There is nobody'
      const dob = row.date('dob')
      const code = row.cell('code')
      const same = (byKey.get(keys[index] ?? '') ?? []).filter(
        member => (dob === null || member.dob === null || member.dob === dob) && (code === '' || member.code === code),
      )
      const [one, other] = same
      if (one && !other) return one
      if (!one) return `${fullName(name)} is no member of this club: import the members first`
      const codes = same.map(each => each.code).join(', ')
      return `${fullName(name)} is the name of several members (${codes}): give the code or the date of birth as well`
    },
  }
}

async function knownGradings(db: Db, memberIds: readonly number[]): Promise<Set<string>> {
  if (memberIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('grading_result')
    .select(['member_id as memberId', 'discipline_id as disciplineId', 'graded_on as gradedOn'])
    .select(['grade_id as gradeId', 'passed'])
    .where('member_id', 'in', [...memberIds])
    .execute()
  return new Set(rows.map(keyOf))
}

/** The grade of the last grading that was passed, where it is later than what is known. */
async function reachedAfter(db: Db, gradings: readonly PlannedGrading[], { mapping }: Pick<PlanOptions, 'mapping'>) {
  const last = new Map<string, PlannedGrading>()
  const first = new Map<string, string>()
  for (const grading of gradings) {
    const key = `${grading.memberId} ${grading.disciplineId}`
    const begun = first.get(key)
    if (begun === undefined || grading.gradedOn < begun) first.set(key, grading.gradedOn)
    const before = last.get(key)
    if (grading.passed && (!before || before.gradedOn <= grading.gradedOn)) last.set(key, grading)
  }
  const memberIds = [...new Set(gradings.map(({ memberId }) => memberId))]
  const { rows } = await sql<{
    memberId: number
    disciplineId: number
    gradeId: number | null
    lastGrading: string | null
  }>`
    select member_id as "memberId", discipline_id as "disciplineId", current_grade_id as "gradeId",
      last_grading as "lastGrading"
    from member_discipline where member_id = any(${memberIds})`.execute(db)
  const studied = new Map(rows.map(row => [`${row.memberId} ${row.disciplineId}`, row]))
  return [...first].flatMap(([key, begun]) => {
    const [memberId = 0, disciplineId = 0] = key.split(' ').map(Number)
    const is = studied.get(key)
    const passed = last.get(key)
    if (is && !passed) return []
    const isLater = passed && (!is?.lastGrading || is.lastGrading < passed.gradedOn)
    const isEmpty = is?.lastGrading === passed?.gradedOn && is?.gradeId === null
    const isSame =
      is?.lastGrading === passed?.gradedOn && mapping.existing === 'overwrite' && is?.gradeId !== passed?.gradeId
    if (is && !isLater && !isEmpty && !isSame) return []
    const columns = passed ? { current_grade_id: passed.gradeId, last_grading: passed.gradedOn } : {}
    return [{ memberId, disciplineId, isNew: !is, columns: is ? columns : { ...columns, studied_since: begun } }]
  })
}
