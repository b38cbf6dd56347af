import type { Input } from '@honbu/contract/endpoint.ts'
import { type getOperatorLog as call, operatorLogColumns } from '@honbu/contract/operator.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

const by = sql<string | null>`case when log.account_id is not null
  then coalesce(trim(person.first_name || ' ' || person.last_name), 'A deleted account') end`
const about = sql<string | null>`case
  when log.about_account_id is not null then coalesce(account.email, 'A deleted account')
  when log.about_club_id is not null then coalesce(club.name, 'A deleted club') end`

export async function getOperatorLog({ db }: Read, grid: Input<typeof call>) {
  const { data, total } = await gridQuery(
    db
      .selectFrom('operator_log as log')
      .leftJoin('account as operator', 'operator.id', 'log.account_id')
      .leftJoin('person', 'person.id', 'operator.person_id')
      .leftJoin('account', 'account.id', 'log.about_account_id')
      .leftJoin('club', 'club.id', 'log.about_club_id')
      .select(['log.id as entry', 'log.at', 'log.action', 'log.details', 'log.reason'])
      .select([by.as('by'), about.as('about')]),
    {
      columns: operatorLogColumns,
      expressions: {
        ...{ at: 'log.at', action: 'log.action', details: 'log.details', reason: 'log.reason' },
        ...{ about, by },
      },
      id: 'log.id',
      sort: [{ field: 'at', dir: 'desc' }],
      newestFirst: true,
    },
    grid,
  )
  return { data: data.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })), total }
}
