import type { GradingPlan } from '../plan/plan.ts'
import { logged } from './member-rows.ts'
import { insertRows, newIds } from './rows.ts'
import type { Store } from './store.ts'
import { changeDisciplines } from './store-members.ts'

/** Gradings as history, without a class, and what each member has reached by them. */
export async function storeGradings(store: Store, { gradings, reached }: GradingPlan): Promise<void> {
  const { tx, clubId, rootClubId, accountId, now } = store
  const ids = await newIds(tx, 'grading_result', gradings.length)
  const rows = gradings.map((grading, index) => ({
    id: ids[index],
    club_id: clubId,
    root_club_id: rootClubId,
    member_id: grading.memberId,
    discipline_id: grading.disciplineId,
    from_grade_id: grading.fromGradeId,
    grade_id: grading.gradeId,
    graded_on: grading.gradedOn,
    passed: grading.passed,
    note: grading.note,
    reason: '',
    progress: '',
    added_discipline: false,
    candidate_before: [],
    account_id: accountId,
    created_at: now,
  }))
  // In the order of their days, as a history is made.
  const inOrder = rows.toSorted((a, b) => (a.graded_on < b.graded_on ? -1 : Number(a.graded_on > b.graded_on)))
  await insertRows(tx, 'grading_result', inOrder, logged(store))
  await store.onStored(gradings.length)
  await changeDisciplines(store, reached)
}
