import * as reportFiles from '@honbu/contract/report-files.ts'
import * as reporting from '@honbu/contract/reporting.ts'
import { serve } from '../platform/route.ts'
import { exportReport } from './files/export-report.ts'
import { getReport } from './report.ts'
import { getReportList } from './report-list.ts'

export const serveReporting = serve(reporting, { getReport, getReportList })

export const serveReportFiles = serve(reportFiles, { exportReport })
