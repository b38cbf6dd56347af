import { counted } from './counted.ts'
import { type Kpi, percent, ratio } from './kpi.ts'

/** Who comes, and how full the classes are. */
export const attendanceKpis = {
  attended: {
    title: 'Attendances',
    unit: 'count',
    words: counted.attended,
    value: of => of.attended,
    better: 'more',
    list: 'attended',
  },
  sessions: {
    title: 'Sessions held',
    unit: 'count',
    words: counted.sessions,
    value: of => of.sessions,
    better: null,
    list: 'sessions',
  },
  visitors: {
    title: 'Members who came',
    unit: 'count',
    words: counted.visitors,
    value: of => of.visitors,
    better: 'more',
    list: 'visitors',
  },
  attendanceRate: {
    title: 'Attendance rate',
    unit: 'percent',
    words: 'Attended ÷ expected: enrolled members × sessions held. Drop-ins count as attended, so it may exceed 100 %.',
    value: of => percent(of.attended, of.expected),
    better: 'more',
    list: 'attended',
  },
  visitsPerWeek: {
    title: 'Visits per active member and week',
    unit: 'decimal',
    words: 'Attendances ÷ active members ÷ weeks; active is the average over the days of the period',
    value: of => ratio(of.attended * 7, of.memberDays),
    better: 'more',
    list: 'attended',
  },
  utilisation: {
    title: 'Class utilisation',
    unit: 'percent',
    words: 'Attended ÷ capacity, over sessions held of classes that have a capacity',
    value: of => percent(of.filled, of.places),
    better: 'more',
    list: 'sessions',
  },
} as const satisfies Readonly<Record<string, Kpi>>
