import { kpis } from '@honbu/contract/kpis.ts'
import { type ReportTab, reportTitles } from '@honbu/contract/report-tabs.ts'
import { cellWords, changeOf, daysWords } from '@honbu/contract/report-words.ts'
import { html } from '../../platform/html.ts'
import type { Contents } from '../../platform/mail-message.ts'
import type { Read } from '../../platform/route.ts'
import { fileOf, madeAt } from '../files/export-report.ts'
import { changeWords, headOf, type Report, sheetsOfReport } from '../files/report-sheets.ts'
import { getReport } from '../report.ts'

interface Asked {
  readonly tab: ReportTab
  readonly clubIds: number[]
  readonly from: string
  readonly until: string
  readonly format: 'pdf' | 'xlsx'
  readonly address: string
}

/** A report as a message: its figures to be read at once, all of it attached. */
export async function reportMail(read: Read, { format, address, ...asked }: Asked): Promise<Omit<Contents, 'to'>> {
  const report = await getReport(read, asked)
  const sheets = sheetsOfReport(report, madeAt(read.now))
  const name = `report-${report.tab}-${report.from}-${report.until}`
  const { fileName, contentType, base64 } = await fileOf(sheets, name, format)
  const link = `${address}/reporting/${report.tab}?${new URLSearchParams({
    from: report.from,
    until: report.until,
    clubs: asked.clubIds.join(','),
  })}`
  const clubs = report.clubs.length === 1 ? (report.clubs[0]?.name ?? '') : `${report.clubs.length} clubs`
  return {
    subject: `${reportTitles[report.tab]}, ${daysWords(report.from, report.until)}: ${clubs}`,
    text: textOf(report, link),
    html: htmlOf(report, link),
    attachments: [{ filename: fileName, contentType, base64 }],
  }
}

const linesOf = ({ figures }: Report) =>
  figures.map(({ kpi: name, value, before, yearBefore }) => {
    const kpi = kpis[name]
    return {
      title: kpi.title,
      value: cellWords(kpi.unit, value),
      before: cellWords(kpi.unit, before),
      change: changeWords(changeOf(kpi, value, before)) ?? '',
      yearBefore: cellWords(kpi.unit, yearBefore),
    }
  })

const why =
  'You get this because a user of these clubs has chosen you. It is changed under Reporting, “Send by e-mail”.'

const textOf = (report: Report, link: string) =>
  [
    ...headOf({ ...report, made: madeAt(new Date(report.asOf)) }),
    '',
    ...linesOf(report).map(
      ({ title, value, before, change }) => `${title}: ${value} (before: ${before}${change && `; ${change}`})`,
    ),
    '',
    `All of it: ${link}`,
    '',
    why,
  ].join('\n')

const cell = 'padding:6px 12px 6px 0;border-bottom:1px solid #dfdfda;text-align:'

function htmlOf(report: Report, link: string): string {
  const [clubs, days, asOf, figuresOnly] = headOf({ ...report, made: madeAt(new Date(report.asOf)) })
  const heading = (text: string, side: 'left' | 'right') =>
    html`<th style="${cell}${side};font-weight:normal;color:#55595f">${text}</th>`
  return html`<!doctype html>
<html lang="en-GB"><body style="font:15px/1.5 system-ui,sans-serif;color:#1d2024;max-width:640px">
<h1 style="font-size:20px;margin:0 0 4px">${reportTitles[report.tab]}, ${days}</h1>
<p style="margin:0 0 16px;color:#55595f">${clubs}. ${asOf}.${figuresOnly ? ` ${figuresOnly}` : ''}</p>
<table style="border-collapse:collapse;width:100%">
<thead><tr>${heading('Figure', 'left')}${heading('Value', 'right')}${heading('Before', 'right')}${heading('Change', 'left')}${heading('Year before', 'right')}</tr></thead>
<tbody>${linesOf(report).map(
    ({ title, value, before, change, yearBefore }) => html`<tr>
<td style="${cell}left">${title}</td><td style="${cell}right"><strong>${value}</strong></td>
<td style="${cell}right">${before}</td><td style="${cell}left">${change}</td><td style="${cell}right">${yearBefore}</td>
</tr>`,
  )}</tbody>
</table>
<p><a href="${link}" style="color:#30508f">Open the report</a></p>
<p style="color:#55595f;font-size:13px">${why}</p>
</body></html>`.markup
}
