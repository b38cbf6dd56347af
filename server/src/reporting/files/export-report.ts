import type { Input } from '@honbu/contract/endpoint.ts'
import { dateTime, wholeNumber } from '@honbu/contract/format.ts'
import { type exportReport as call, mostRows, type ReportFormat } from '@honbu/contract/report-files.ts'
import { demandExport } from '../../platform/access.ts'
import { Refused } from '../../platform/refused.ts'
import type { Read, Write } from '../../platform/route.ts'
import { getReport } from '../report.ts'
import { readReportList } from '../report-list.ts'
import { ofList, ofTab, scopeOf } from '../scope.ts'
import { reportCsv } from './report-csv.ts'
import { reportPdf } from './report-pdf.ts'
import { type ReportSheets, sheetsOfList, sheetsOfReport } from './report-sheets.ts'
import { reportXlsx } from './report-xlsx.ts'

/** A tab, or a list, as a file. That it was taken out is in the audit of each club that it holds. */
export async function exportReport({ tx, audit, ...context }: Write, input: Input<typeof call>) {
  const { tab, list, format, clubIds, from, until } = input
  const read = { ...context, db: tx }
  const scope = await scopeOf(read, { clubIds, from, until }, list ? ofList(list) : ofTab(tab))
  const sheets = list ? await listSheets(read, { ...input, list }) : await tabSheets(read, input)
  for (const { id } of scope.clubs) demandExport(context.user, id)
  for (const { id } of scope.clubs)
    audit({ clubId: id, subject: 'export_file', after: { report: tab, list: list ?? null, format, ...scope.period } })
  const name = [list ?? `report-${tab}`, scope.period.from, scope.period.until].join('-')
  return await fileOf(sheets, name, format)
}

export async function fileOf(sheets: ReportSheets, name: string, format: ReportFormat) {
  const bytes = format === 'pdf' ? await reportPdf(sheets) : format === 'csv' ? reportCsv(sheets) : reportXlsx(sheets)
  return { fileName: `${name}.${format}`, contentType: contentTypes[format], base64: bytes.toString('base64') }
}

const contentTypes: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

async function tabSheets(read: Read, { tab, clubIds, from, until }: Input<typeof call>) {
  const report = await getReport(read, { tab, clubIds, from, until })
  return sheetsOfReport(report, madeAt(read.now))
}

async function listSheets(
  read: Read,
  {
    tab,
    list,
    clubIds,
    from,
    until,
    group,
    filter,
    sort,
    format,
  }: Input<typeof call> & { list: NonNullable<Input<typeof call>['list']> },
) {
  const scope = await scopeOf(read, { clubIds, from, until }, ofList(list))
  const found = await readReportList(read, { list, clubIds, from, until, group, filter, sort }, mostRows[format])
  if (found.total > found.data.length) {
    const most = wholeNumber(mostRows[format])
    const message = `These are ${wholeNumber(found.total)} rows, and such a file takes ${most}: choose fewer days or clubs${
      format === 'pdf' ? ', or another format' : ''
    }.`
    throw new Refused(400, message, { format: [message] })
  }
  return sheetsOfList({ tab, list, hasReferences: format !== 'pdf' }, found, {
    clubs: scope.clubs,
    ...scope.period,
    made: madeAt(read.now),
  })
}

/** Reports of many clubs have one clock. */
export const madeAt = (now: Date) => dateTime(now, 'Europe/London')
