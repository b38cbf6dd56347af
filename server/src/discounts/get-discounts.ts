import type * as call from '@honbu/contract/discounts.ts'
import { discountColumns, discountUseColumns } from '@honbu/contract/discounts.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import { figuresOf } from './discount-figures.ts'

export async function getDiscounts({ db, user, now }: Read, { clubId, ...grid }: Input<typeof call.getDiscounts>) {
  const { percent, amount, state, uses, given } = figuresOf({ now, clubIds: [...user.clubs.keys()], inClubId: clubId })
  const lookedAt = clubId === undefined ? [...user.clubs.keys()] : [clubId]
  const query = db
    .selectFrom('discount')
    .innerJoin('club', 'club.id', 'discount.club_id')
    .where(({ or, eb }) =>
      or([
        eb('discount.club_id', 'in', [0, ...lookedAt]),
        eb(
          'discount.id',
          'in',
          sql<number>`(select discount_id from unnest(${lookedAt}::bigint[]) looked_at (club_id)
            cross join lateral discounts_in(looked_at.club_id))`,
        ),
      ]),
    )
    .select(['discount.id as discountId', 'discount.name', 'discount.code', 'discount.club_id as clubId'])
    .select(['club.name as clubName', 'discount.from_date as fromDate', 'discount.until_date as untilDate'])
    .select('discount.max_uses as maxUses')
    .select([percent.as('percent'), amount.as('amount'), state.as('state'), uses.as('uses'), given.as('given')])
  return await gridQuery(
    query,
    {
      columns: discountColumns,
      expressions: {
        name: 'discount.name',
        code: 'discount.code',
        percent,
        amount,
        clubName: 'club.name',
        state,
        fromDate: 'discount.from_date',
        untilDate: 'discount.until_date',
        uses,
        given,
      },
      id: 'discount.id',
      sort: [{ field: 'name', dir: 'asc' }],
    },
    grid,
  )
}

export async function getDiscountUses({ db, user }: Read, { id, ...grid }: Input<typeof call.getDiscountUses>) {
  const usedOn = sql<string>`coalesce(charge.transaction_date, (discount_use.used_at at time zone club.time_zone)::date)`
  const memberName = sql<string>`trim(person.first_name || ' ' || person.last_name)`
  const description = sql<string>`coalesce(charge.description, 'Nothing was left to charge')`
  const fullPrice = sql<number | null>`(charge.full_pence / 100.0)::float8`
  const amount = sql<number>`(discount_use.amount_pence / 100.0)::float8`
  const isTakenBack = sql<boolean>`exists (select from charge back where back.reverses_id = discount_use.charge_id)`
  const query = db
    .selectFrom('discount_use')
    .innerJoin('club', 'club.id', 'discount_use.club_id')
    .innerJoin('member', 'member.id', 'discount_use.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .leftJoin('charge', 'charge.id', 'discount_use.charge_id')
    .where('discount_use.discount_id', '=', id)
    .where('discount_use.club_id', 'in', [0, ...user.clubs.keys()])
    .select(['discount_use.id as useId', 'discount_use.member_id as memberId', 'club.name as clubName'])
    .select([usedOn.as('usedOn'), memberName.as('memberName'), description.as('description')])
    .select([fullPrice.as('fullPrice'), amount.as('amount'), isTakenBack.as('isTakenBack')])
  return await gridQuery(
    query,
    {
      columns: discountUseColumns,
      expressions: { usedOn, memberName, clubName: 'club.name', description, fullPrice, amount, isTakenBack },
      id: 'discount_use.id',
      sort: [{ field: 'usedOn', dir: 'desc' }],
    },
    grid,
  )
}
