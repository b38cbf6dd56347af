import type * as call from '@honbu/contract/billing.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'

export async function getCreditBalance({ db, user }: Read, { id }: Input<typeof call.getCreditBalance>) {
  const { rows } = await sql<{ clubId: number; clubName: string; charged: number; paid: number }>`
    select club.id as "clubId", club.name as "clubName", sum(charged)::bigint as charged, sum(paid)::bigint as paid
    from (
      select club_id, amount_pence as charged, 0 as paid from charge where member_id = ${id}
      union all
      select club_id, 0, amount_pence from payment where member_id = ${id}
    ) entry
    join club on club.id = entry.club_id
    where club.id = any(${[...user.clubs.keys()]})
    group by club.id order by club.name, club.id`.execute(db)
  return {
    memberId: id,
    balance: pounds(rows.reduce((sum, { charged, paid }) => sum + paid - charged, 0)),
    clubs: rows.map(({ charged, paid, ...club }) => ({
      ...club,
      charged: pounds(charged),
      paid: pounds(paid),
      balance: pounds(paid - charged),
    })),
  }
}
