import type { Input } from '@honbu/contract/endpoint.ts'
import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { reportLists } from '@honbu/contract/report-lists.ts'
import { type getReportList as call, reportListColumns } from '@honbu/contract/reporting.ts'
import { sql } from 'kysely'
import { summedGridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { reportRows } from './lists.ts'
import type { ListRow } from './report-rows.ts'
import { ofList, scopeOf } from './scope.ts'

/** What is known of the charge of each row, whose key begins with its id. */
const chargesOf = (list: ReportListName) =>
  reportLists[list].isOfCharges
    ? sql<{ category: string | null; rate: number | null; vat: number | null }>`lateral (
        select lookup.name as category, vat.rate,
          case when vat.pence is null or ${list} = 'vat' then vat.pence else vat_within(found.pence, vat.rate) end as vat
        from charge left join lookup on lookup.id = charge.category_id
        left join charge_vat vat on vat.charge_id = charge.id
        where charge.id = split_part(found.key, '-', 1)::bigint)`
    : sql<{ category: string | null; rate: number | null; vat: number | null }>`(
        select null::text as category, null::integer as rate, null::integer as vat)`

export const getReportList = (read: Read, input: Input<typeof call>) => readReportList(read, input)

/** The same for a file: as many rows as `most` on one page. */
export async function readReportList(read: Read, input: Input<typeof call>, most?: number) {
  const { list, clubIds, from, until, group = null, ...asked } = input
  const scope = await scopeOf(read, { clubIds, from, until }, ofList(list))
  const rows = reportRows[list]

  const name = sql<string>`coalesce(found.name, trim(person.first_name || ' ' || person.last_name), '')`
  const query = read.db
    .selectFrom(sql<ListRow>`${rows({ ...scope, ...scope.period, group })}`.as('found'))
    .innerJoin('club', 'club.id', 'found.club_id')
    .leftJoin('member', 'member.id', 'found.member_id')
    .leftJoin('person', 'person.id', 'member.person_id')
    .innerJoin(chargesOf(list).as('of_charge'), join => join.onTrue())
    .leftJoin('club_member as own', join =>
      join.onRef('own.member_id', '=', 'found.member_id').onRef('own.club_id', '=', 'found.club_id'),
    )
  const grid = {
    columns: reportListColumns,
    expressions: {
      name,
      clubName: 'club.name',
      on: 'found.on_day',
      what: 'found.what',
      amount: sql`found.pence / 100.0`,
      count: 'found.count',
    },
    id: 'found.key',
    sort: [{ field: 'name', dir: 'asc' }],
    sums: { pence: 'found.pence', count: 'found.count' },
  } as const
  const page = await summedGridQuery(
    query.select([
      ...(['found.id', 'found.key', 'found.club_id as clubId', 'club.name as clubName'] as const),
      ...(['own.member_status_id as memberStatusId', 'found.on_day as on', 'found.what'] as const),
      ...(['found.pence', 'found.count', 'member.code'] as const),
      name.as('name'),
      ...(['of_charge.category', 'of_charge.rate', 'of_charge.vat'] as const),
    ]),
    grid,
    asked,
    most,
  )
  return {
    data: page.data.map(({ pence, rate, vat, ...row }) => ({
      ...row,
      amount: pence === null ? null : pounds(Number(pence)),
      vatPercent: rate === null ? null : rate / 100,
      vat: vat === null ? null : pounds(vat),
    })),
    total: page.total,
    amount: pounds(page.sums.pence),
    count: page.sums.count,
  }
}
