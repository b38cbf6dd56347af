import { type KpiName, kpisOf } from '@honbu/contract/kpis.ts'
import { countsOf } from '../count.ts'
import { monthByMonth, sideBySide } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = [
  'active',
  'joins',
  'rejoins',
  'lapses',
  'churn',
  'mrr',
  'attended',
  'visitsPerWeek',
]
const byClub: readonly KpiName[] = kpisOf.management

/** One page for the month: its figures against last month, last year and the other clubs, and how it has come to that. */
export const management: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  sections: async (_, report) => [
    monthByMonth(report, { names: byMonth, drawn: ['active'] }),
    ...sideBySide(report, byClub),
  ],
}
