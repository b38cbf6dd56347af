import type * as call from '@honbu/contract/billing.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { agedDebt, type OpenCharge } from '../ledger/index.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'

interface Row {
  clubId: number
  clubName: string
  timeZone: string
  charged: number
  paid: number
  credit: number
  open: OpenCharge[]
}

export async function getCreditBalance({ db, user, now }: Read, { id }: Input<typeof call.getCreditBalance>) {
  const { rows } = await sql<Row>`
    select club.id as "clubId", club.name as "clubName", time_zone as "timeZone", sum(charged)::bigint as charged,
      sum(paid)::bigint as paid,
      (select coalesce(sum(pence), 0)::bigint from open_credit
        where open_credit.member_id = ${id} and open_credit.club_id = club.id) as credit,
      (select coalesce(json_agg(json_build_object('pence', pence, 'dueOn', due_on)), '[]') from open_charge
        where open_charge.member_id = ${id} and open_charge.club_id = club.id) as open
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
    clubs: rows.map(({ clubId, clubName, timeZone, charged, paid, credit, open }) => {
      const aged = agedDebt(open, todayIn(timeZone, now))
      return {
        ...{ clubId, clubName, charged: pounds(charged), paid: pounds(paid), balance: pounds(paid - charged) },
        credit: pounds(credit),
        notDue: pounds(aged.notDue),
        upTo7: pounds(aged.upTo7),
        upTo30: pounds(aged.upTo30),
        upTo60: pounds(aged.upTo60),
        upTo90: pounds(aged.upTo90),
        over90: pounds(aged.over90),
      }
    }),
  }
}
