import { ageOn } from '@honbu/contract/calendar.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import { gradingReadiness } from '../../classes/index.ts'
import type { Db } from '../../platform/database.ts'
import { isWithin, type SlowOf } from './tables.ts'

export async function slowGradings(db: Db, scope: SlowOf) {
  const results = (await db.selectFrom('grading_result').selectAll().execute()).filter(
    each => each.club_id === scope.clubId && isWithin(each.graded_on, scope),
  )
  return {
    graded: results.length,
    passed: results.filter(({ passed }) => passed).length,
    ready: await slowReady(db, scope),
  }
}

async function slowReady(db: Db, { clubId, today }: SlowOf): Promise<number> {
  const memberships = (await db.selectFrom('club_member').selectAll().execute()).filter(
    ({ club_id, member_status_id }) =>
      club_id === clubId && (member_status_id === memberStatus.active || member_status_id === memberStatus.issue),
  )
  const members = await db.selectFrom('member').selectAll().execute()
  const people = await db.selectFrom('person').selectAll().execute()
  const studies = await db.selectFrom('member_discipline').selectAll().execute()
  const grades = await db.selectFrom('grade').selectAll().orderBy('position').execute()
  const categories = await db.selectFrom('member_category').selectAll().execute()
  const marks = await db.selectFrom('attendance').selectAll().execute()
  const classes = await db.selectFrom('class').selectAll().execute()
  const taught = await db.selectFrom('class_discipline').selectAll().execute()
  let ready = 0
  for (const own of memberships)
    for (const study of studies.filter(({ member_id }) => member_id === own.member_id)) {
      const member = members.find(({ id }) => id === own.member_id)
      const dob = people.find(({ id }) => id === member?.person_id)?.dob ?? null
      const present = grades.find(({ id }) => id === study.current_grade_id)
      const next = grades.find(grade => {
        if (grade.discipline_id !== study.discipline_id || (present && grade.position <= present.position)) return false
        const isForAge = (age: number) => age >= (grade.min_age ?? 0) && age <= (grade.max_age ?? 200)
        if (dob !== null && !isForAge(ageOn(dob, today))) return false
        if (grade.category_id === null || grade.category_id === own.category_id) return true
        const band = categories.find(({ id }) => id === grade.category_id)
        if (own.category_id !== null || !band || dob === null) return false
        if (band.min_age === null && band.max_age === null) return false
        const age = ageOn(dob, today)
        return age >= (band.min_age ?? 0) && age <= (band.max_age ?? 200)
      })
      const attended = marks.filter(mark => {
        const klass = classes.find(({ id }) => id === mark.class_id)
        if (!klass || mark.member_id !== own.member_id || !mark.attended || mark.class_date > today) return false
        if (!klass.counts_for_grading || klass.class_type_id === classType.nonAttendance) return false
        const isTaught =
          klass.primary_discipline_id === study.discipline_id ||
          taught.some(each => each.class_id === klass.id && each.discipline_id === study.discipline_id)
        const begun = study.studied_since
        return (
          isTaught &&
          (study.last_grading === null
            ? begun !== null && mark.class_date >= begun
            : mark.class_date > study.last_grading)
        )
      }).length
      const { flags } = gradingReadiness(
        {
          attended,
          since: study.last_grading ?? study.studied_since ?? today,
          next: next ? { minimumAttendance: next.minimum_attendance, minimumMonths: next.minimum_months } : null,
        },
        today,
      )
      if (flags === 3) ready++
    }
  return ready
}
