import { sql } from 'kysely'
import { areaGauges, byState } from '../platform/area-gauges.ts'
import type { Db } from '../platform/database.ts'

/** Waiting lists, and the places that are offered from them. */
export const waitingListMetrics = (db: Db, now: () => Date) =>
  areaGauges('bookings', () => readOffers(db, now()), [
    {
      name: 'offers',
      labels: ['state'],
      help: 'Entries of waiting lists: without an offer, with one, and with one that ended ten minutes ago and still holds a place',
      value: ({ waiting, offered, overdue }) => byState({ waiting, offered, overdue }),
    },
  ])

async function readOffers(db: Db, now: Date) {
  const { rows } = await sql<{ waiting: number; offered: number; overdue: number }>`
    select count(*) filter (where offer_until is null)::int as waiting,
      count(*) filter (where offer_until > ${now})::int as offered,
      count(*) filter (where offer_until < ${now}::timestamptz - interval '10 minutes')::int as overdue
    from waiting_list_entry where closed_at is null`.execute(db)
  return rows[0] ?? { waiting: 0, offered: 0, overdue: 0 }
}
