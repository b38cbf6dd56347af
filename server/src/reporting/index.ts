import * as reporting from '@honbu/contract/reporting.ts'
import { serve } from '../platform/route.ts'
import { getReport } from './report.ts'
import { getReportList } from './report-list.ts'

export const serveReporting = serve(reporting, { getReport, getReportList })
