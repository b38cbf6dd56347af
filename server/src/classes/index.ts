import * as list from '@honbu/contract/class-list.ts'
import * as view from '@honbu/contract/class-view.ts'
import * as classes from '@honbu/contract/classes.ts'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../platform/route.ts'
import { getClassList, getDisciplineClasses } from './class-list.ts'
import { getClass } from './get-class.ts'
import { getClassActivity } from './get-class-activity.ts'
import { getClassDates } from './get-class-dates.ts'
import { getClassEnrolments } from './get-class-enrolments.ts'
import { getClassMembers } from './get-class-members.ts'
import { getClassesAndEvents } from './get-classes-and-events.ts'
import { getInstructorClashes } from './get-instructor-clashes.ts'
import { getPrebookedCapacity } from './get-prebooked-capacity.ts'

const serveList = serve(list, { getClassList })

const serveDays = serve(classes, {
  getClass,
  getClassDates,
  getPrebookedCapacity,
  getClassMembers,
})

const serveView = serve(view, {
  getClassesAndEvents,
  getDisciplineClasses,
  getClassActivity,
  getInstructorClashes,
  getClassEnrolments,
})

export function serveClasses(app: FastifyInstance, platform: Platform): void {
  for (const serveSome of [serveList, serveDays, serveView]) serveSome(app, platform)
}

export { type CancelledSession, cancelledSessions } from './cancelled-sessions.ts'
export { chargeAttendance, costOfMarks, isPaidOnce, type MarkCost, reverseMarks } from './charge-attendance.ts'
export { withClashes } from './clashes.ts'
export { classListOf } from './class-list.ts'
export { readClass } from './get-class.ts'
export { type GradingReadiness, gradingReadiness } from './grading-readiness.ts'
export { countedClassesSql, gradesAboveSql } from './grading-sql.ts'
export { withInstructorClashes } from './instructor-clashes.ts'
export { occurrenceSql } from './occurrence-sql.ts'
export { type ClassOccurrence, occurrencesBetween, occurrencesOf } from './occurrences-between.ts'
export { planWeek, readPlanned } from './planned-clashes.ts'
export { frozenSql, registerSql, registersSql } from './register-sql.ts'
export { requireSession, type Session } from './session.ts'
export { requireSuitable } from './suitability.ts'
export { milliseconds, taughtBetween } from './taught-between.ts'
export { classesTaughtSql, teachersSql, teachingSql } from './teaching-sql.ts'
export { type DayOfWeek, daysOn, shownWeek, weekRowSql } from './week-on.ts'
