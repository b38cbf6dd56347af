import type { Output } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { kpis } from '@honbu/contract/kpis.ts'
import { reportLists } from '@honbu/contract/report-lists.ts'
import { type ReportTab, reportTitles } from '@honbu/contract/report-tabs.ts'
import { type CellUnit, cellWords, changeOf, daysWords, figuresOnlyWords } from '@honbu/contract/report-words.ts'
import type { getReport, getReportList } from '@honbu/contract/reporting.ts'

export type Report = Output<typeof getReport>
type List = Output<typeof getReportList>

/** What any file of a report holds: what it is of, its tables, and what its figures mean. */
export interface ReportSheets {
  readonly title: string
  /** Clubs, days, and when it was made: a line each. */
  readonly lines: readonly string[]
  readonly sheets: readonly Sheet[]
  readonly definitions: readonly { readonly name: string; readonly words: string }[]
}

export interface Sheet {
  readonly title: string
  readonly columns: readonly { readonly title: string; readonly unit: CellUnit }[]
  readonly rows: readonly (readonly SheetCell[])[]
  readonly total: readonly SheetCell[] | null
}

/** A number may have a unit of its own, where the rows are figures of different kinds. */
export type SheetCell = string | number | null | { readonly value: number | null; readonly unit: CellUnit }

interface About {
  readonly clubs: readonly { readonly name: string }[]
  readonly from: string
  readonly until: string
  /** When it was made, as the club's clock shows it. */
  readonly made: string
  readonly figuresOnlyOf?: readonly number[]
}

export const headOf = ({ clubs, from, until, made, figuresOnlyOf = [] }: About): string[] => [
  clubs.length > 6
    ? `${clubs.length} clubs: ${clubs
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ')} and ${clubs.length - 5} more`
    : clubs.map(({ name }) => name).join(', '),
  daysWords(from, until),
  `As of ${made}`,
  ...(figuresOnlyOf.length > 0 ? [figuresOnlyWords(clubs.length, figuresOnlyOf.length)] : []),
]

/** A tab: its figures beside those they are compared with, then its tables. */
export function sheetsOfReport(report: Report, made: string): ReportSheets {
  const hasOthers = report.figures.some(({ others }) => others !== null)
  return {
    title: `Report: ${reportTitles[report.tab].toLowerCase()}`,
    lines: headOf({ ...report, made }),
    sheets: [
      {
        title: 'Figures',
        columns: [
          { title: 'Figure', unit: 'text' },
          ...['Value', 'Period before'].map(title => ({ title, unit: 'decimal' as const })),
          { title: 'Change', unit: 'text' },
          { title: 'Year before', unit: 'decimal' },
          { title: 'Change on the year', unit: 'text' },
          ...(hasOthers ? [{ title: 'Other clubs', unit: 'decimal' as const }] : []),
        ],
        rows: report.figures.map(({ kpi: name, value, before, yearBefore, others }) => {
          const kpi = kpis[name]
          const cell = (each: number | null) => ({ value: each, unit: kpi.unit })
          const change = (other: number | null) => changeWords(changeOf(kpi, value, other))
          return [
            kpi.title,
            cell(value),
            cell(before),
            change(before),
            cell(yearBefore),
            change(yearBefore),
            ...(hasOthers ? [cell(others)] : []),
          ]
        }),
        total: null,
      },
      ...report.sections.map(({ title, columns, rows, total }) => ({
        title,
        columns,
        rows: rows.map(({ cells }) => cells),
        total,
      })),
    ],
    definitions: [
      ...report.figures.map(({ kpi }) => ({ name: kpis[kpi].title, words: kpis[kpi].words })),
      ...report.sections.filter(({ words }) => words !== '').map(({ title, words }) => ({ name: title, words })),
    ],
  }
}

/** '+12 (+9.5%), better' */
export const changeWords = (change: ReturnType<typeof changeOf>) =>
  change === null
    ? null
    : `${change.words}${change.share && ` (${change.share})`}${change.tone === 'neutral' ? '' : `, ${change.tone}`}`

interface ListFile {
  readonly tab: ReportTab
  readonly list: ReportListName
  /** With what other programs know a row by. On paper there is no room for it. */
  readonly hasReferences: boolean
}

/** The list behind a figure, under its own headings, with what it adds up to. */
export function sheetsOfList(
  { tab, list, hasReferences }: ListFile,
  { data, total, amount, count }: List,
  about: About,
): ReportSheets {
  const own = reportLists[list]
  const columns = [
    { title: nameTitles[own.rows], unit: 'text', of: 'name' },
    ...(own.rows === 'member' ? [{ title: 'Member number', unit: 'text', of: 'code' } as const] : []),
    { title: 'Club', unit: 'text', of: 'clubName' },
    ...(own.on ? [{ title: own.on, unit: 'date', of: 'on' } as const] : []),
    ...(own.what ? [{ title: own.what, unit: 'text', of: 'what' } as const] : []),
    ...(own.amount ? [{ title: own.amount, unit: 'money', of: 'amount' } as const] : []),
    ...(own.count ? [{ title: own.count, unit: 'count', of: 'count' } as const] : []),
    ...(hasReferences && own.isOfCharges
      ? ([
          { title: 'Category', unit: 'text', of: 'category' },
          { title: 'VAT rate', unit: 'percent', of: 'vatPercent' },
          { title: 'VAT', unit: 'money', of: 'vat' },
        ] as const)
      : []),
    ...(hasReferences ? [{ title: 'Reference', unit: 'text', of: 'key' } as const] : []),
  ] as const
  const sums: Readonly<Record<string, SheetCell>> = {
    name: counted(total, 'row'),
    amount: own.sum === 'amount' ? amount : null,
    count: own.sum === 'count' ? count : null,
  }
  return {
    title: `${own.title} (${reportTitles[tab].toLowerCase()})`,
    lines: headOf(about),
    sheets: [
      {
        title: own.title,
        columns,
        rows: data.map(row => columns.map(({ of }) => row[of])),
        total: columns.map(({ of }) => sums[of] ?? null),
      },
    ],
    definitions: Object.values(kpis)
      .filter(kpi => kpi.list === list)
      .map(({ title, words }) => ({ name: title, words })),
  }
}

const nameTitles = { member: 'Member', session: 'Class', task: 'Task', message: 'Message' }

/** As a person reads it; '' for nothing. */
export function sheetText(unit: CellUnit, cell: SheetCell): string {
  const [value, its] = typeof cell === 'object' && cell !== null ? [cell.value, cell.unit] : [cell, unit]
  return value === null ? '' : cellWords(its, value)
}

export const isNumeric = (unit: CellUnit) => !['text', 'date', 'month'].includes(unit)
