import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { attendanceLists } from './lists/attendance.ts'
import { daysAheadLists } from './lists/days-ahead.ts'
import { gradingLists } from './lists/gradings.ts'
import { leadLists } from './lists/leads.ts'
import { memberLists } from './lists/members.ts'
import { moneyLists } from './lists/money.ts'
import { workLists } from './lists/work.ts'
import type { ReportRows } from './report-rows.ts'

/** The rows behind each figure, by the name of its list. */
export const reportRows: Readonly<Record<ReportListName, ReportRows>> = {
  ...memberLists,
  ...daysAheadLists,
  ...attendanceLists,
  ...moneyLists,
  ...leadLists,
  ...gradingLists,
  ...workLists,
}
