import { type Counted, counted } from './counted.ts'
import { type Kpi, percent, pounds, ratio } from './kpi.ts'

const churnOf = ({ lapses, activeAtStart, activeAtEnd }: Counted) => ratio(lapses, (activeAtStart + activeAtEnd) / 2)
const arpmOf = ({ membershipRevenue, paying }: Counted) => ratio(membershipRevenue, paying)

/** Who stays, and what that is worth. */
export const retentionKpis = {
  churn: {
    title: 'Churn',
    unit: 'percent',
    words: 'Lapsed ÷ ((active at the start + active at the end) ÷ 2)',
    value: of => percent(of.lapses, (of.activeAtStart + of.activeAtEnd) / 2),
    better: 'less',
    list: 'lapses',
  },
  recaptured: {
    title: 'Recaptured',
    unit: 'count',
    words: 'Active again after 30 days or more away',
    value: of => of.recaptured,
    better: 'more',
    list: 'recaptured',
  },
  arpm: {
    title: 'Revenue per member',
    unit: 'money',
    words: 'Earned ÷ members whose membership earned something',
    value: of => pounds(arpmOf(of)),
    better: 'more',
    list: 'membershipRevenue',
  },
  ltv: {
    title: 'Lifetime value',
    unit: 'money',
    words: 'Revenue per member ÷ churn, both of the period. Of a period that is not a month, churn is of that period.',
    value: of => {
      const churn = churnOf(of)
      const arpm = arpmOf(of)
      return churn && arpm !== null ? pounds(arpm / churn) : null
    },
    better: 'more',
    list: null,
  },
  ltvByStay: {
    title: 'Lifetime value by stay',
    unit: 'money',
    words: 'Revenue per member × the average months stayed of those who left in the period',
    value: of => {
      const stay = ratio(of.leaverMonths, of.leavers)
      const arpm = arpmOf(of)
      return stay !== null && arpm !== null ? pounds(arpm * stay) : null
    },
    better: 'more',
    list: 'lapses',
  },
  stay: {
    title: 'Months stayed',
    unit: 'months',
    words: 'Whole months from joining, or coming back, to lapsing, on average over those who left in the period',
    value: of => ratio(of.leaverMonths, of.leavers),
    better: 'more',
    list: 'lapses',
  },
  atRisk: {
    title: 'At risk',
    unit: 'count',
    words: counted.atRisk,
    value: of => of.atRisk,
    better: 'less',
    list: 'atRisk',
  },
} as const satisfies Readonly<Record<string, Kpi>>
