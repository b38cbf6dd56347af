import * as reportFiles from '@honbu/contract/report-files.ts'
import * as reportSchedules from '@honbu/contract/report-schedules.ts'
import * as reporting from '@honbu/contract/reporting.ts'
import { serve } from '../platform/route.ts'
import { exportReport } from './files/export-report.ts'
import { getReport, getReportClubs } from './report.ts'
import { getReportList } from './report-list.ts'
import {
  deleteReportSchedule,
  getReportRecipients,
  getReportSchedules,
  saveReportSchedule,
  sendReportNow,
} from './schedules/schedules.ts'

export const serveReporting = serve(reporting, { getReport, getReportClubs, getReportList })

export const serveReportFiles = serve(reportFiles, { exportReport })

export const serveReportSchedules = serve(reportSchedules, {
  getReportSchedules,
  getReportRecipients,
  saveReportSchedule,
  deleteReportSchedule,
  sendReportNow,
})

export { countReportsAhead } from './ahead.ts'
export { birthdaysSql, type DaysOfClubs, newMembersSql, trialBookingsSql } from './counts/days-ahead.ts'
export { sessionsSql } from './counts/session-sql.ts'
export { type RegisterOfToday, registersOfToday } from './counts/today-rows.ts'
export { figuresOf } from './figures-of.ts'
export { sendReportsByClock } from './schedules/send.ts'
