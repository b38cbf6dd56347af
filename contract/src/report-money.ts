import type { ReportListName } from './kpis/kpi.ts'
import { type KpiName, kpis } from './kpis.ts'
import type { ReportTab } from './report-tabs.ts'

/** What is about the money of a club as a whole. Only its admins see it, as they alone see its other screens of money. */
export const moneyTabs: ReadonlySet<ReportTab> = new Set<ReportTab>(['finance', 'debt'])

/** The lists of such money. What a member pays stands with the member for all who work there, and in other lists. */
export const moneyLists: ReadonlySet<ReportListName> = new Set<ReportListName>([
  'recurring',
  'due',
  'collected',
  'pending',
  'membershipRevenue',
  'taken',
  'returned',
  'submitted',
  'failed',
  'recovered',
  'debt',
  'sales',
])

/** Is a number of this unit, which opens this list, about the money of a club? */
export const isOfMoney = ({ unit, list }: { readonly unit: string; readonly list: ReportListName | null }) =>
  unit === 'money' || (list !== null && moneyLists.has(list))

export const isMoneyFigure = (name: KpiName) => isOfMoney(kpis[name])
