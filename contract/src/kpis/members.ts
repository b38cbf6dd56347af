import { counted } from './counted.ts'
import { type Kpi, pounds } from './kpi.ts'

/** Members and what they pay a month. */
export const memberKpis = {
  active: {
    title: 'Active members',
    unit: 'count',
    words:
      'Status active or issue, with a paid plan, at the end of the period. Trials and frozen memberships are shown apart.',
    value: of => of.activeAtEnd,
    better: 'more',
    list: 'active',
  },
  trials: {
    title: 'Trials running',
    unit: 'count',
    words: counted.trialsAtEnd,
    value: of => of.trialsAtEnd,
    better: 'more',
    list: 'trials',
  },
  frozen: {
    title: 'Frozen',
    unit: 'count',
    words: counted.frozenAtEnd,
    value: of => of.frozenAtEnd,
    better: 'less',
    list: 'frozen',
  },
  free: {
    title: 'Without a paid plan',
    unit: 'count',
    words: `${counted.freeAtEnd}: no plan yet, or one that costs nothing. They are not among the active members.`,
    value: of => of.freeAtEnd,
    better: null,
    list: 'free',
  },
  joins: { title: 'Joined', unit: 'count', words: counted.joins, value: of => of.joins, better: 'more', list: 'joins' },
  rejoins: {
    title: 'Rejoined',
    unit: 'count',
    words: counted.rejoins,
    value: of => of.rejoins,
    better: 'more',
    list: 'rejoins',
  },
  lapses: {
    title: 'Lapsed',
    unit: 'count',
    words: 'Memberships that lapsed in the period',
    value: of => of.lapses,
    better: 'less',
    list: 'lapses',
  },
  netGrowth: {
    title: 'Net growth',
    unit: 'count',
    words: 'Joined + rejoined − lapsed',
    value: of => of.joins + of.rejoins - of.lapses,
    better: 'more',
    list: null,
  },
  mrr: {
    title: 'Monthly recurring revenue',
    unit: 'money',
    words:
      'All live plans at the end of the period: price ÷ months in its frequency, weekly × 52 ÷ 12. A frozen membership counts with the price of its freeze, and each to the penny.',
    value: of => pounds(of.mrr),
    better: 'more',
    list: 'recurring',
  },
} as const satisfies Readonly<Record<string, Kpi>>
