import { counted } from './counted.ts'
import { type Kpi, percent } from './kpi.ts'

/** Gradings. */
export const gradingKpis = {
  graded: {
    title: 'Graded',
    unit: 'count',
    words: counted.graded,
    value: of => of.graded,
    better: 'more',
    list: 'graded',
  },
  passRate: {
    title: 'Pass rate',
    unit: 'percent',
    words: 'Passes ÷ results of the period',
    value: of => percent(of.passed, of.graded),
    better: null,
    list: 'passed',
  },
  ready: {
    title: 'Ready to grade',
    unit: 'count',
    words: counted.ready,
    value: of => of.ready,
    better: null,
    list: 'ready',
  },
} as const satisfies Readonly<Record<string, Kpi>>
