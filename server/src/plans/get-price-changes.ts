import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type { getPriceChanges as call } from '@honbu/contract/price-changes.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { isChargedAhead } from './charged-ahead.ts'

type PriceChange = Output<typeof call>[number]
type Row = Omit<PriceChange, 'subPrice' | 'createdAt' | 'canCancel'> & {
  pence: number
  createdAt: Date
  clubId: number
}

/** Of those who could not be written to, so many are named. */
const named = 50

export async function getPriceChanges({ db, user }: Read, { id, clubId }: Input<typeof call>): Promise<PriceChange[]> {
  const ofClub = sql`select club_id from club_and_below(${clubId})`
  const { rows } = await sql<Row>`
    select made.id as "priceChangeId", made.sub_frequency_id as "subFrequencyId", made.price_pence as pence,
      made.from_date as "from", club.id as "clubId", club.name as "clubName", made.created_at as "createdAt",
      trim(coalesce(author.first_name || ' ' || author.last_name, '')) as by,
      made.cancelled_at is not null as "isCancelled", counted.*,
      coalesce((
        select json_agg(json_build_object('memberId', member_id, 'name', name) order by name)
        from (
          select own.member_id, trim(person.first_name || ' ' || person.last_name) as name
          from plan_change untold
          join club_member own on own.id = untold.club_member_id
          join member on member.id = own.member_id join person on person.id = member.person_id
          where untold.price_change_id = made.id and untold.has_no_address and untold.cancelled_at is null
            and untold.club_id in (${ofClub})
          order by person.last_name, person.first_name, own.id limit ${named}
        ) untold), '[]') as "notTold"
    from price_change made
    join club on club.id = made.club_id
    left join account on account.id = made.account_id
    left join person author on author.id = account.person_id
    cross join lateral (
      select count(*) filter (where applied_at is null and cancelled_at is null) as waiting,
        count(*) filter (where applied_at is null and cancelled_at is null and ${isChargedAhead}) as charged,
        count(*) filter (where applied_at is not null) as applied,
        count(*) filter (where cancelled_at is not null) as cancelled,
        count(*) filter (where told_at is not null) as told,
        min(applies_on) filter (where applied_at is null and cancelled_at is null) as "firstOn",
        max(applies_on) filter (where applied_at is null and cancelled_at is null) as "lastOn"
      from plan_change change where price_change_id = made.id and change.club_id in (${ofClub})
      having count(*) > 0
    ) counted
    where made.training_plan_id = ${id}
    order by made.id desc`.execute(db)
  return rows.map(({ pence, createdAt, clubId: ofClub, ...row }) => ({
    ...row,
    subPrice: pounds(pence),
    createdAt: createdAt.toISOString(),
    canCancel: row.waiting > row.charged && mayTouch(user, ofClub, true),
  }))
}
