import { type KpiName, kpis } from '@honbu/contract/kpis.ts'
import { vatWords } from '@honbu/contract/vat.ts'
import { sql } from 'kysely'
import { pounds } from '../../platform/money.ts'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { moneyDays } from '../counts/money-day.ts'
import { plansAhead, revenueByPlan } from '../counts/plan-rows.ts'
import { vatFacts } from '../counts/vat.ts'
import { groupOf } from '../lists/by-group.ts'
import { column, monthByMonth, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = [
  ...([
    'revenue',
    'due',
    'collected',
    'pending',
    'collectionRate',
    'taken',
    'returned',
    'failed',
    'failureRate',
  ] as const),
]
const byClub: readonly KpiName[] = [
  ...(['revenue', 'arpm', 'due', 'collected', 'pending', 'collectionRate', 'taken', 'returned'] as const),
  ...(['failureRate', 'recoveryRate'] as const),
]

export const finance: Tab = {
  needs: countsOf(byClub),
  needsByMonth: countsOf(byMonth),
  keeps: [plansAhead],
  sections: async (read, report) => [
    monthByMonth(report, { names: byMonth, drawn: ['revenue', 'taken'] }),
    ...(await Promise.all([
      byPlan(read, report),
      byMethod(read, report),
      byCategory(read, report),
      unchargedDays(read, report),
    ])),
    ...(await vatByRate(read, report)),
    ...sideBySide(report, byClub),
  ],
}

/** The period of a report, as a count has it. */
const ofPeriod = ({ scope: { clubIds, period, now } }: Report) => ({ clubIds, buckets: [period] as const, now })

const percent = (part: number, of: number) => (of > 0 ? (100 * part) / of : null)

async function byPlan({ db }: Read, report: Report): Promise<Section> {
  const found = await revenueByPlan(db, ofPeriod(report))
  const { rows: plans } = await sql<{ id: number; name: string }>`
    select id, name from training_plan
    where id = any(${found.flatMap(({ id }) => (id === null ? [] : [id]))}::bigint[])`.execute(db)
  const names = new Map(plans.map(({ id, name }) => [id, name]))
  const rows = found
    .map(row => ({ ...row, name: names.get(row.id ?? 0) ?? 'No plan' }))
    .sort((one, other) => other.pence - one.pence || one.name.localeCompare(other.name, 'en-GB'))
  const all = rows.reduce((sum, { pence }) => sum + pence, 0)
  return {
    ...{ key: 'plans', title: 'By plan', draw: 'bar' },
    words: `${kpis.revenue.words}. The plan is the one that the membership had on that day.`,
    columns: [
      textColumn('plan', 'Plan', 'things'),
      column('members', 'Members', 'count'),
      column('revenue', 'Earned', 'money', { isDrawn: true, list: 'membershipRevenue' }),
      column('share', 'Of all', 'percent'),
    ],
    rows: rows.map(({ id, name, members, pence }) => ({
      cells: [name, members, pounds(pence), percent(pence, all)],
      where: { group: groupOf('plan', id) },
    })),
    total: ['All', null, pounds(all), null],
  }
}

async function byMethod({ db }: Read, report: Report): Promise<Section> {
  interface Row extends Record<'payments' | 'taken' | 'returned' | 'submitted' | 'failed' | 'recovered', number> {
    id: number | null
    name: string
  }
  const { rows } = await sql<Row>`
    select nullif(group_id, 0) as id, coalesce(lookup.name, 'Not known') as name,
      coalesce(sum(entries) filter (where day.kind = 'taken'), 0)::integer as payments,
      coalesce(sum(pence) filter (where day.kind = 'taken'), 0)::bigint as taken,
      coalesce(sum(pence) filter (where day.kind = 'returned'), 0)::bigint as returned,
      coalesce(sum(entries) filter (where day.kind = 'submitted'), 0)::integer as submitted,
      sum(failed)::integer as failed, sum(recovered)::integer as recovered
    from ${moneyDays(ofPeriod(report))} day left join lookup on lookup.id = group_id
    where day.kind in ('taken', 'returned', 'submitted')
    group by group_id, lookup.name order by taken desc, name`.execute(db)
  const total = (key: 'payments' | 'taken' | 'returned' | 'submitted' | 'failed' | 'recovered') =>
    rows.reduce((sum, row) => sum + row[key], 0)
  return {
    ...{ key: 'methods', title: 'By way of paying', draw: 'bar' },
    words: `Taken: ${kpis.taken.words.toLowerCase()}. Failed: payments given to the bank or the card provider.`,
    columns: [
      textColumn('method', 'Paid by', 'things'),
      column('payments', 'Payments', 'count', { list: 'taken' }),
      column('taken', 'Taken', 'money', { isDrawn: true, list: 'taken' }),
      column('returned', 'Went back', 'money', { list: 'returned' }),
      column('submitted', 'Given to the bank', 'count', { list: 'submitted' }),
      column('failed', 'Failed', 'count', { list: 'failed' }),
      column('rate', 'Failure rate', 'percent'),
      column('recovered', 'Recovered', 'count', { list: 'recovered' }),
    ],
    rows: rows.map(({ id, name, ...row }) => ({
      cells: [
        ...[name, row.payments, pounds(row.taken), pounds(row.returned), row.submitted, row.failed],
        ...[percent(row.failed, row.submitted), row.recovered],
      ],
      where: { group: groupOf('method', id) },
    })),
    total: [
      ...['All', total('payments'), pounds(total('taken')), pounds(total('returned')), total('submitted')],
      ...[total('failed'), percent(total('failed'), total('submitted')), total('recovered')],
    ],
  }
}

async function byCategory({ db }: Read, report: Report): Promise<Section> {
  interface Row extends Record<'charges' | 'due' | 'collected' | 'pending', number> {
    id: number | null
    name: string
  }
  const { rows } = await sql<Row>`
    select nullif(group_id, 0) as id, coalesce(lookup.name, 'Not said') as name, sum(entries)::integer as charges,
      sum(pence)::bigint as due, sum(collected_pence)::bigint as collected, sum(pending_pence)::bigint as pending
    from ${moneyDays(ofPeriod(report))} day left join lookup on lookup.id = group_id
    where day.kind = 'due'
    group by group_id, lookup.name order by due desc, name`.execute(db)
  const sum = (key: 'due' | 'collected' | 'pending') => rows.reduce((total, row) => total + row[key], 0)
  const all = { due: sum('due'), collected: sum('collected'), pending: sum('pending') }
  const moneyOf = (of: typeof all) => [
    ...[pounds(of.due), pounds(of.collected), pounds(of.pending), pounds(of.due - of.collected - of.pending)],
    percent(of.collected, of.due - of.pending),
  ]
  return {
    ...{ key: 'categories', title: 'What it was for', draw: 'bar' },
    words: `${kpis.due.words}. ${kpis.collectionRate.words}.`,
    columns: [
      textColumn('category', 'Category', 'things'),
      column('charges', 'Charges', 'count', { list: 'due' }),
      column('due', 'Due', 'money', { isDrawn: true, list: 'due' }),
      column('collected', 'Collected', 'money', { list: 'collected' }),
      column('pending', 'On its way', 'money', { list: 'pending' }),
      column('open', 'Still open', 'money'),
      column('rate', 'Collection rate', 'percent'),
    ],
    rows: rows.map(({ id, name, charges, ...row }) => ({
      cells: [name, charges, ...moneyOf(row)],
      where: { group: groupOf('category', id) },
    })),
    total: ['All', null, ...moneyOf(all)],
  }
}

/** The figures for a VAT return; no table if no club is registered. */
async function vatByRate({ db }: Read, report: Report): Promise<Section[]> {
  interface Row extends Record<'code' | 'rate' | 'entries' | 'pence' | 'vat', number> {
    name: string
  }
  const { rows } = await sql<Row>`
    select vat_code_id as code, rate, lookup.name, count(*)::integer as entries, sum(pence)::bigint as pence,
      sum(vat_pence)::bigint as vat
    from ${vatFacts(ofPeriod(report))} fact join lookup on lookup.id = vat_code_id
    group by vat_code_id, rate, lookup.name order by rate desc, name`.execute(db)
  if (rows.length === 0) return []
  const sum = (key: 'entries' | 'pence' | 'vat') => rows.reduce((total, row) => total + row[key], 0)
  const cellsOf = (row: Record<'entries' | 'pence' | 'vat', number>) => [
    ...[row.entries, pounds(row.pence - row.vat), pounds(row.vat), pounds(row.pence)],
  ]
  return [
    {
      ...{ key: 'vat', title: 'VAT', draw: null },
      words:
        'Charges by VAT rate, on the day of the charge, less reversals and credits on these days. Charges from before a ' +
        'club registered, or after, aren’t included.',
      columns: [
        textColumn('rate', 'VAT rate', 'things'),
        column('entries', 'Charges', 'count', { list: 'vat' }),
        column('net', 'Without VAT', 'money'),
        column('vat', 'VAT', 'money', { list: 'vat' }),
        column('amount', 'With VAT', 'money', { list: 'vat' }),
      ],
      rows: rows.map(({ code, rate, name, ...row }) => ({
        cells: [vatWords({ name, percent: rate / 100 }), ...cellsOf(row)],
        where: { group: groupOf('vat', `${code} ${rate}`) },
      })),
      total: ['All', ...cellsOf({ entries: sum('entries'), pence: sum('pence'), vat: sum('vat') })],
    },
  ]
}

async function unchargedDays({ db }: Read, { scope: { clubIds, period } }: Report): Promise<Section> {
  const { rows } = await sql<{ decision: string; gaps: number; pence: number }>`
    select decision, count(*) filter (where pence > 0)::integer as gaps, coalesce(sum(pence), 0)::bigint as pence
    from (values ('Charged later'), ('Waived'), ('Paid elsewhere')) as named (decision)
    left join (
      select settled.decision, settled.pence
      from membership_gap gap
      join club on club.id = gap.club_id
      cross join lateral (values ('Charged later', charged_pence), ('Waived', waived_pence),
        ('Paid elsewhere', elsewhere_pence)) as settled (decision, pence)
      where gap.club_id = any(${[...clubIds]}::bigint[])
        and (settled_at at time zone club.time_zone)::date between ${period.from} and ${period.until}
    ) settled using (decision)
    group by decision order by array_position(array['Charged later', 'Waived', 'Paid elsewhere'], decision)`.execute(db)
  return {
    ...{ key: 'uncharged', title: 'Uncharged days', draw: null },
    words: 'Days that weren’t charged in time, by the decision that an admin made in this period.',
    columns: [
      textColumn('decision', 'Decision', 'things'),
      column('gaps', 'Gaps', 'count'),
      column('amount', 'Amount', 'money'),
    ],
    rows: rows.map(({ decision, gaps, pence }) => ({ cells: [decision, gaps, pounds(pence)], where: {} })),
    total: null,
  }
}
