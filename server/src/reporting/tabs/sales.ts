import type { KpiName } from '@honbu/contract/kpis.ts'
import { leadSteps } from '@honbu/contract/marketing.ts'
import { sql } from 'kysely'
import { pounds } from '../../platform/money.ts'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { leadGroups } from '../counts/lead-rows.ts'
import { saleFacts } from '../counts/sales.ts'
import { addUp } from '../kept/rows.ts'
import { groupOf } from '../lists/by-group.ts'
import { column, monthByMonth, ownBucket, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['enquiries', 'bookedRate', 'trialRate', 'conversion', 'costPerJoin', 'sales']

export const sales: Tab = {
  needs: countsOf(byMonth),
  needsByMonth: countsOf(byMonth),
  keeps: [leadGroups],
  sections: async (read, report) => [
    funnel(report),
    ...(await groups(read, report)),
    monthByMonth(report, { names: byMonth, drawn: ['enquiries'] }),
    await products(read, report),
    ...sideBySide(report, byMonth),
  ],
}

const words =
  'Of those who came in the period, how far each has got by now; who has got further counts for each step before it.'

function funnel({ counts }: Report): Section {
  const { enquiries, booked, trialled, joined } = counts.of(ownBucket)
  const reached = [enquiries, booked, trialled, joined]
  return {
    ...{ key: 'funnel', title: 'From asking to joining', words, draw: 'bar' },
    columns: [
      textColumn('step', 'Step', 'things'),
      column('people', 'People', 'count', { isDrawn: true, list: 'enquiries' }),
      column('share', 'Of all who came', 'percent'),
      column('ofBefore', 'Of the step before', 'percent'),
    ],
    rows: leadSteps.map(([step, name], index) => {
      const [people = 0, earlier] = [reached[index], reached[index - 1]]
      return {
        cells: [name, people, share(people, enquiries), earlier === undefined ? null : share(people, earlier)],
        where: { group: groupOf('step', step) },
      }
    }),
    total: null,
  }
}

const share = (part: number, of: number) => (of > 0 ? (100 * part) / of : null)

interface Group {
  by: 'source' | 'class'
  id: number | null
  name: string
  enquiries: number
  booked: number
  trialled: number
  joined: number
  cost: number
}

/** By source, and by the first class: one reading of those who came. */
async function groups({ db }: Read, { scope }: Report): Promise<Section[]> {
  const { clubIds, period, now } = scope
  // Classes of several clubs are often called alike.
  const home = clubIds.length > 1 ? sql`' [' || home.code || ']'` : sql`''`
  const found = await leadGroups.of(db, { clubIds, buckets: [period], now })
  const steps = ['enquiries', 'booked', 'trialled', 'joined'] as const
  const figures = addUp(found, row => `${row.by} ${row.source_id} ${row.class_id}`, steps)
  const { rows } = await sql<Group>`
    with figures as (
      select * from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as given (by text, source_id integer,
        class_id bigint, enquiries integer, booked integer, trialled integer, joined integer)
    ), cost as (
      select marketing_source_id, sum(amount_pence)::bigint as pence from marketing_cost
      where club_id = any(${[...clubIds]}) and month between date_trunc('month', ${period.from}::date) and ${period.until}::date
      group by marketing_source_id
    ), source as (
      select 'source' as by, coalesce(source_id, marketing_source_id) as id, coalesce(enquiries, 0) as enquiries,
        coalesce(booked, 0) as booked, coalesce(trialled, 0) as trialled, coalesce(joined, 0) as joined,
        coalesce(pence, 0) as cost
      from (select * from figures where by = 'source') own full join cost on marketing_source_id = source_id
    )
    select source.by, source.id, coalesce(lookup.name, 'Not known') as name, enquiries, booked, trialled, joined, cost
    from source left join lookup on lookup.id = source.id
    union all
    select figures.by, class_id, coalesce(class.class_name || ${home}, 'No class yet'), enquiries, booked, trialled, joined, 0
    from figures left join class on class.id = class_id left join club home on home.id = class.club_id
    where figures.by = 'class'
    order by enquiries desc, name, id`.execute(db)
  const columns = [
    column('enquiries', 'Enquiries', 'count', { isDrawn: true, list: 'enquiries' }),
    column('booked', 'Booked', 'count'),
    column('trialled', 'Trial', 'count'),
    column('joined', 'Joined', 'count', { isDrawn: true, list: 'joined' }),
    column('rate', 'Enquiry to member', 'percent'),
  ]
  const cells = ({ enquiries, booked, trialled, joined }: Group) => [
    ...[enquiries, booked, trialled, joined],
    share(joined, enquiries),
  ]
  const [ofSources, ofClasses] = (['source', 'class'] as const).map(by => rows.filter(row => row.by === by))
  return [
    {
      ...{ key: 'sources', title: 'Where they came from', draw: 'bar' },
      words: `${words} Cost: what was written down for the source in the months that the period touches.`,
      columns: [
        textColumn('source', 'Source', 'things'),
        ...columns,
        column('cost', 'Cost', 'money'),
        column('perJoin', 'Cost per join', 'money'),
      ],
      rows: (ofSources ?? []).map(row => ({
        cells: [
          ...[row.name, ...cells(row), pounds(row.cost)],
          row.cost > 0 && row.joined > 0 ? Math.round(row.cost / row.joined) / 100 : null,
        ],
        where: { group: groupOf('source', row.id) },
      })),
      total: null,
    },
    {
      ...{ key: 'firstClasses', title: 'Which class they tried first', draw: null },
      words: `${words} The first class attended, or else the first one booked.`,
      columns: [textColumn('class', 'Class', 'things'), ...columns],
      rows: (ofClasses ?? []).map(row => ({
        cells: [row.name, ...cells(row)],
        where: { group: groupOf('class', row.id) },
      })),
      total: null,
    },
  ]
}

async function products({ db }: Read, { scope }: Report): Promise<Section> {
  const { clubIds, period, now } = scope
  const { rows } = await sql<{ id: number | null; name: string; pieces: number; pence: number }>`
    select product_id as id, coalesce(product.name, 'Classes and events') as name, sum(pieces)::integer as pieces,
      sum(pence)::bigint as pence
    from ${saleFacts({ clubIds, buckets: [period], now })} fact left join product on product.id = product_id
    group by product_id, product.name order by pence desc, name, id`.execute(db)
  return {
    ...{
      key: 'products',
      title: 'Sold in the shop',
      words: 'Orders of the period, less what was returned.',
      draw: 'bar',
    },
    columns: [
      textColumn('product', 'Product', 'things'),
      column('pieces', 'Pieces', 'count'),
      column('sales', 'Sales', 'money', { isDrawn: true, list: 'sales' }),
    ],
    rows: rows.map(({ id, name, pieces, pence }) => ({
      cells: [name, pieces, pounds(pence)],
      where: { group: groupOf('product', id) },
    })),
    total: [
      'All',
      rows.reduce((sum, { pieces }) => sum + pieces, 0),
      pounds(rows.reduce((sum, { pence }) => sum + pence, 0)),
    ],
  }
}
