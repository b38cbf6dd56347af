import * as form from '@honbu/contract/class-form.ts'
import * as list from '@honbu/contract/class-list.ts'
import * as view from '@honbu/contract/class-view.ts'
import * as classes from '@honbu/contract/classes.ts'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../platform/route.ts'
import { getClassList, getDisciplineClasses } from './class-list.ts'
import { deleteClass } from './delete-class.ts'
import { endClass } from './end-class.ts'
import { getClass } from './get-class.ts'
import { getClassActivity } from './get-class-activity.ts'
import { getClassChoices } from './get-class-choices.ts'
import { getClassDates } from './get-class-dates.ts'
import { getClassEnrolments } from './get-class-enrolments.ts'
import { getClassMembers } from './get-class-members.ts'
import { getClassesAndEvents } from './get-classes-and-events.ts'
import { getInstructorClashes } from './get-instructor-clashes.ts'
import { getPrebookedCapacity } from './get-prebooked-capacity.ts'
import { saveClass } from './save-class.ts'
import { getClassDisciplines, saveClassDisciplines } from './save-class-disciplines.ts'
import { saveClassTimetable } from './save-class-timetable.ts'
import { saveCover } from './save-cover.ts'

const serveList = serve(list, { getClassList })

const serveDays = serve(classes, {
  getClass,
  getClassDates,
  getPrebookedCapacity,
  getClassMembers,
})

const serveForm = serve(form, {
  saveClass,
  getClassDisciplines,
  saveClassDisciplines,
  saveClassTimetable,
  endClass,
  deleteClass,
  saveCover,
  getClassChoices,
})

const serveView = serve(view, {
  getClassesAndEvents,
  getDisciplineClasses,
  getClassActivity,
  getInstructorClashes,
  getClassEnrolments,
})

export function serveClasses(app: FastifyInstance, platform: Platform): void {
  for (const serveSome of [serveList, serveDays, serveForm, serveView]) serveSome(app, platform)
}

export { chargeAttendance, costOfMarks, isPaidOnce, type MarkCost, reverseMarks } from './charge-attendance.ts'
export { withClashes } from './clashes.ts'
export { classListOf } from './class-list.ts'
export { type GradingReadiness, gradingReadiness } from './grading-readiness.ts'
export { countedClassesSql, gradesAboveSql } from './grading-sql.ts'
export { withInstructorClashes } from './instructor-clashes.ts'
export { occurrenceSql } from './occurrence-sql.ts'
export { type ClassOccurrence, occurrencesBetween, occurrencesOf } from './occurrences-between.ts'
export { registerSql, registersSql } from './register-sql.ts'
export { requireSession, type Session } from './session.ts'
export { changeDays } from './stranded.ts'
