import type { KpiName } from '@honbu/contract/kpis.ts'
import { countsOf } from '../count.ts'
import { monthByMonth, sideBySide } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = [
  'active',
  'trials',
  'frozen',
  'free',
  'joins',
  'rejoins',
  'lapses',
  'netGrowth',
  'mrr',
]
const byClub: readonly KpiName[] = [...byMonth, 'churn']

export const members: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  sections: async (_, report) => [
    monthByMonth(report, { names: byMonth, drawn: ['active'] }),
    monthByMonth(report, {
      ...{ key: 'movement', title: 'Who came and who left', draw: 'bar' },
      names: ['joins', 'rejoins', 'lapses', 'netGrowth'],
      drawn: ['joins', 'rejoins', 'lapses'],
    }),
    ...sideBySide(report, byClub),
  ],
}
