import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/recovery.ts'
import { payoutColumns } from '@honbu/contract/recovery.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { gridQuery } from '../../platform/grid.ts'
import { Refused } from '../../platform/refused.ts'
import type { Read } from '../../platform/route.ts'
import { figuresFor, isSeen, type Line, linesFor } from './lines.ts'

export async function getPayouts({ db }: Read, { clubId, ...grid }: Input<typeof call.getPayouts>) {
  return await gridQuery(
    payoutsOf(db, clubId),
    {
      columns: payoutColumns,
      expressions: {
        arrivalDate: 'payout.arrival_date',
        provider: 'account.provider',
        bankReference: 'payout.bank_reference',
        collected: 'figures.collected',
        fees: 'figures.fees',
        net: 'figures.net',
        mismatches: 'figures.mismatches',
        state: 'payout.state',
      },
      id: 'payout.id',
      sort: [{ field: 'arrivalDate', dir: 'desc' }],
    },
    grid,
  )
}

const payoutsOf = (db: Db, clubId: number) =>
  db
    .selectFrom('payout')
    .innerJoin('provider_account as account', 'account.id', 'payout.provider_account_id')
    .innerJoinLateral(figuresFor(clubId).as<'figures'>(sql.ref('figures')), join => join.onTrue())
    .where(isSeen(clubId))
    .select(['payout.id as payoutId', 'payout.arrival_date as arrivalDate', 'payout.bank_reference as bankReference'])
    .select([sql<'gocardless' | 'stripe'>`account.provider`.as('provider')])
    .select([sql<'pending' | 'paid' | 'bounced'>`payout.state`.as('state')])
    .select(['figures.collected', 'figures.fees', 'figures.net', 'figures.mismatches'])
    .select([sql<boolean>`payout.club_id <> ${clubId}`.as('isShare')])

/** What is shown at most; those that do not match come first, and the file has them all. */
const most = 2000

export async function getPayout({ db }: Read, { clubId, payoutId }: Input<typeof call.getPayout>) {
  const payout = await payoutsOf(db, clubId)
    .select(['payout.reference', 'payout.amount_pence as pence'])
    .where('payout.id', '=', payoutId)
    .executeTakeFirst()
  if (!payout) throw new Refused(404, 'This payout is not there.', { payoutId: ['This payout is not there.'] })
  const { pence, ...shown } = payout
  const { rows } = await sql<Line & { memberName: string; clubName: string; sum: number }>`
    select line.*, trim(coalesce(person.first_name || ' ' || person.last_name, '')) as "memberName",
      coalesce(club.name, '') as "clubName", sum(tenths) over () as sum
    from ${linesFor(clubId, sql`${payoutId}::bigint`)} line
    left join member on member.id = line."memberId"
    left join person on person.id = member.person_id
    left join club on club.id = line."clubId"
    order by mismatch = '', position limit ${most}`.execute(db)
  const missing = pence - Math.round(Number(rows[0]?.sum ?? 0) / 10)
  const difference = {
    ...{ position: 0, kind: 'difference', amount: missing / 100, reference: '', memberId: null, memberName: '' },
    ...{ clubName: '', description: '', mismatch: 'The lines do not add up to what was paid out.' },
  }
  const lines = rows.map(
    ({ position, kind, tenths, reference, memberId, memberName, clubName, description, mismatch }) => ({
      ...{ position, kind, reference, memberId, memberName, clubName, description, mismatch },
      amount: Number(tenths) / 1000,
    }),
  )
  return { ...shown, lines: missing === 0 || shown.isShare ? lines : [difference, ...lines] }
}
