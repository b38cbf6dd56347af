import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import type { KpiName } from '@honbu/contract/kpis.ts'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import {
  type CohortRun,
  cohortRuns,
  cohortsAhead,
  lastDay,
  leavers,
  monthsAfter,
  staySteps,
} from '../counts/stay-rows.ts'
import { addUp } from '../kept/rows.ts'
import { column, monthByMonth, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['churn', 'lapses', 'recaptured', 'stay']
const byClub: readonly KpiName[] = ['churn', 'lapses', 'recaptured', 'atRisk', 'stay', 'ltv', 'ltvByStay']

export const retention: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  keeps: [leavers, cohortsAhead],
  sections: async (read, report) => [
    monthByMonth(report, { names: byMonth, drawn: ['churn'] }),
    ...(await Promise.all([cohorts(read, report), reasons(read, report), stays(read, report)])),
    ...sideBySide(report, byClub),
  ],
}

/**
 * Those who joined in a month, and how many of them are members on the last evening of the Nth month after it: 0 is that of
 * the month itself. Who is frozen has not left.
 */
async function cohorts({ db }: Read, { scope, months }: Report): Promise<Section> {
  const { clubIds, today, now } = scope
  // What becomes of them goes on.
  const bucket = { from: months[0]?.from ?? today, until: lastDay }
  const found = await cohortRuns.of(db, { clubIds, buckets: [bucket], now })
  const last = months.at(-1)?.until ?? today
  const cohorts = Map.groupBy(
    found.filter(({ month }) => month <= last),
    ({ month }) => month,
  )
  const joined = [...cohorts]
    .map(([month, runs]) => ({ month, runs, count: runs.reduce((sum, run) => sum + (run.is_join ? run.count : 0), 0) }))
    .sort((one, other) => (one.month < other.month ? -1 : 1))
  const isStill = (runs: readonly CohortRun[], n: number) =>
    runs.reduce((sum, run) => (!run.is_join && run.from <= n && run.until >= n ? sum + run.count : sum), 0)
  return {
    ...{ key: 'cohorts', title: 'Who joined, and is still here', draw: 'heat' },
    words:
      'Of those who joined in a month for the first time: per cent who are members (active or issue, frozen or not) on the ' +
      'last evening of the month N months later. Months that have not ended are empty.',
    columns: [
      column('month', 'Joined in', 'month'),
      column('joined', 'Joined', 'count', { list: 'joins' }),
      ...Array.from({ length: monthsAfter + 1 }, (_, n) => column(`m${n}`, `+${n}`, 'percent', { isDrawn: true })),
    ],
    rows: joined.map(({ month, runs, count }) => ({
      cells: [
        month,
        count,
        ...Array.from({ length: monthsAfter + 1 }, (_, n) =>
          addMonths(month, n + 1) > today ? null : (100 * isStill(runs, n)) / count,
        ),
      ],
      where: { from: month, until: addDays(addMonths(month, 1), -1) },
    })),
    total: null,
  }
}

async function reasons({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const found = await leavers.of(db, { clubIds, buckets: [period], now })
  const rows = addUp(found, row => row.reason, ['count', 'months'])
    .map(({ reason, count, months }) => ({ reason, count, months: months / count }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return {
    ...{ key: 'reasons', title: 'Why they left', words: 'The reason given when the membership lapsed.', draw: 'bar' },
    columns: [
      textColumn('reason', 'Reason', 'people'),
      column('count', 'Lapsed', 'count', { isDrawn: true, list: 'lapses' }),
      column('share', 'Of all', 'percent'),
      column('months', 'Months stayed', 'months'),
    ],
    rows: rows.map(({ reason, count, months }) => ({
      cells: [reason || 'None given', count, (100 * count) / all, months],
      where: { group: `reason:${reason}` },
    })),
    total: null,
  }
}

async function stays({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const found = await leavers.of(db, { clubIds, buckets: [period], now })
  const rows = addUp(found, row => row.step, ['count'])
  const counts = new Map(rows.map(({ step, count }) => [step, count]))
  return {
    ...{ key: 'stays', title: 'How long they stayed', draw: 'bar' },
    words: 'Whole months from joining, or coming back, to lapsing.',
    columns: [
      textColumn('stay', 'Stayed', 'things'),
      column('count', 'Lapsed', 'count', { isDrawn: true, list: 'lapses' }),
    ],
    rows: staySteps.map(([from, title], index) => ({
      cells: [title, counts.get(index) ?? 0],
      where: { group: `months:${from}-${(staySteps[index + 1]?.[0] ?? 10_000) - 1}` },
    })),
    total: null,
  }
}
