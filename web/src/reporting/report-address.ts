import { isDate } from '@honbu/contract/calendar.ts'
import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { reportLists } from '@honbu/contract/report-lists.ts'
import { type Days, type ReportPeriod, reportPeriods } from '@honbu/contract/report-periods.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import type { SearchValues } from '../ui/address.ts'

export const reportAddress = (tab: ReportTab) => `/reporting/${tab}`

export const comparisons = {
  before: 'The period before',
  year: 'The year before',
  none: 'Nothing',
} as const
export type Comparison = keyof typeof comparisons

/** What a report is about, as it stands in the address. */
export interface ReportQuery {
  /** Left out: all the user's clubs. */
  readonly clubIds: number[] | undefined
  /** Null: the two days below. */
  readonly period: ReportPeriod | null
  readonly days: Days
  readonly compare: Comparison
}

/** Two days win over a period by name; what is wrong counts as not given. */
export function readReportQuery(search: SearchValues, today: string): ReportQuery {
  const { from, until } = search
  const hasDays = isDate(from) && isDate(until) && from <= until
  const period = hasDays ? null : (keyIn(reportPeriods, search.period) ?? 'this-month')
  return {
    clubIds: readIds(search.clubs),
    period,
    days: hasDays ? { from, until } : reportPeriods[period ?? 'this-month'].days(today),
    compare: keyIn(comparisons, search.compare) ?? 'before',
  }
}

/** '3,17' */
export function readIds(text: string | undefined): number[] | undefined {
  const ids = (text ?? '').split(',').filter(id => /^[1-9]\d{0,14}$/.test(id))
  return ids.length === 0 ? undefined : [...new Set(ids.map(Number))]
}

export const printIds = (ids: readonly number[] | undefined) => ids?.join(',')

/** What of the address is the report's own: kept from tab to tab, and on the way back from a list. */
const kept = ['clubs', 'period', 'from', 'until', 'compare']

export const keptSearch = (search: SearchValues): SearchValues =>
  Object.fromEntries(kept.flatMap(name => (search[name] === undefined ? [] : [[name, search[name]]])))

/** What a number opens. */
export interface ListOfNumber {
  readonly list: ReportListName
  readonly days: Days
  readonly clubIds: readonly number[] | undefined
  readonly group?: string | undefined
  /** What the group is called: the name of the row whose number it is. */
  readonly of?: string | undefined
}

/** The list behind a number, as parameters of the address of its report; `search` is the report's own, to come back to. */
export function listSearch({ list, days, clubIds, group, of }: ListOfNumber, search: SearchValues): SearchValues {
  const back = new URLSearchParams(keptSearch(search) as Record<string, string>).toString()
  return { list, ...days, clubs: printIds(clubIds), group, of: group && of, back: back || undefined }
}

/** The report that a list was opened from. */
export function backSearch(search: SearchValues): Record<string, string> {
  return keptSearch(Object.fromEntries(new URLSearchParams(search.back ?? ''))) as Record<string, string>
}

export const listOf = (search: SearchValues): ReportListName | undefined => keyIn(reportLists, search.list)

function keyIn<T extends object>(table: T, key: string | undefined): keyof T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? (key as keyof T) : undefined
}
