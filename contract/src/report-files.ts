import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { id, post } from './endpoint.ts'
import { club, figures, may } from './guards.ts'
import type { ReportListName } from './kpis/kpi.ts'
import { reportLists } from './report-lists.ts'
import { reportTabs } from './report-tabs.ts'

const listNames = Object.keys(reportLists) as [ReportListName, ...ReportListName[]]

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Rows of a list that a file takes at most. */
export const mostRows: Readonly<Record<ReportFormat, number>> = { csv: 20_000, xlsx: 20_000, pdf: 2000 }

export const exportReport = post('/api/reporting/ExportReport', {
  summary:
    'A tab of the reports, or the list behind one of its figures, as a file in base64: CSV, XLSX (a sheet for each table) or ' +
    'PDF (A4, landscape). A list only of clubs that the user opens.',
  access: may('export', figures(club('clubIds'))),
  needsProof: true,
  input: {
    tab: z.enum(reportTabs),
    /** Left out: the tab itself. Filter and sort are the list’s. */
    list: z.optional(z.enum(listNames)),
    group: z.optional(z.string().check(z.maxLength(50))),
    filter: z.optional(z.string().check(z.maxLength(10_000))),
    sort: z.optional(z.string().check(z.maxLength(1000))),
    clubIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))),
    from: z.optional(date),
    until: z.optional(date),
    format: z.enum(reportFormats),
  },
  output: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }),
})
