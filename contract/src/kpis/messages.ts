import { counted } from './counted.ts'
import { type Kpi, percent } from './kpi.ts'

/** Messages. */
export const messageKpis = {
  sent: {
    title: 'Messages sent',
    unit: 'count',
    words: counted.sent,
    value: of => of.sent,
    better: null,
    list: 'sent',
  },
  bounceRate: {
    title: 'Bounced',
    unit: 'percent',
    words: 'Returned or refused ÷ sent',
    value: of => percent(of.bounced, of.sent),
    better: 'less',
    list: 'bounced',
  },
  unsubscribed: {
    title: 'Unsubscribed',
    unit: 'count',
    words: counted.unsubscribed,
    value: of => of.unsubscribed,
    better: 'less',
    list: 'unsubscribed',
  },
} as const satisfies Readonly<Record<string, Kpi>>
