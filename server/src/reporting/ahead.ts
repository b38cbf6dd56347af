import { addDays, addMonths, todayIn } from '@honbu/contract/calendar.ts'
import { kpisOf } from '@honbu/contract/kpis.ts'
import { reportTabs } from '@honbu/contract/report-tabs.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { type Bucket, before, firstOfMonth, lastOfMonth, monthsUpTo, yearBefore } from './buckets.ts'
import { countAll, countsOf } from './count.ts'
import { keepMoneyDays } from './counts/money-day.ts'
import { registersOfToday } from './counts/today-rows.ts'
import { clearMarks, forgetUnasked } from './kept/clear.ts'
import { tabs } from './tabs.ts'

/** Each minute, so that whoever asks for a report finds most of it counted. Nothing is older for its sake: see kept.ts. */
export async function countReportsAhead(jobs: Jobs, { db, now }: { readonly db: Db; readonly now: () => Date }) {
  // The name of what it was at first: under another, that would go on falling due.
  await jobs.schedule('keep-money-days', '* * * * *', () => countAhead(db, now()))
}

/** Counted together, so that one club need not wait for all the others. */
const clubsAtOnce = 50

/**
 * Counts the usual months of the clubs in which something was written since, and once a day those of all. It does nothing
 * where another process is at it.
 */
export async function countAhead(db: Db, now: Date): Promise<void> {
  await keepMoneyDays(db)
  if (!(await begin(db))) return
  try {
    const touched = new Set(await clearMarks(db))
    for (const [today, clubIds] of await clubsByDay(db, now, touched)) {
      for (let first = 0; first < clubIds.length; first += clubsAtOnce)
        await countUsual(db, { today, now, clubIds: clubIds.slice(first, first + clubsAtOnce) })
    }
    if (now.getUTCMinutes() === 0) await forgetUnasked(db)
  } finally {
    await sql`update report_clearing set ahead_until = '-infinity'`.execute(db)
  }
}

/** Who has begun and not ended within this time has died. */
const mostTime = sql`interval '10 minutes'`

async function begin(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_clearing set ahead_until = clock_timestamp() + ${mostTime}
    where ahead_until < clock_timestamp()`.execute(db)
  return numAffectedRows === 1n
}

/** Those that were touched, or have not been counted today, by the day that it is there. */
async function clubsByDay(db: Db, now: Date, touched: ReadonlySet<number>): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ id: number; time_zone: string; countedOn: string | null }>`
    select club.id, club.time_zone, kept.counted_on as "countedOn"
    from club left join report_count kept on kept.subject = ${doneName} and kept.club_id = club.id
      and kept.cluster = (select system_identifier from pg_control_system())
    order by club.root_club_id, club.id`.execute(db)
  const clubs = new Map<string, number[]>()
  for (const { id, time_zone, countedOn } of rows) {
    const today = todayIn(time_zone, now)
    if (touched.has(id) || countedOn !== today) clubs.set(today, [...(clubs.get(today) ?? []), id])
  }
  return clubs
}

/** Stands for all the usual ones of a club. */
const doneName = 'usual'

interface Usual {
  readonly today: string
  readonly now: Date
  readonly clubIds: readonly number[]
}

async function countUsual(db: Db, { today, now, clubIds }: Usual): Promise<void> {
  const thisMonth = firstOfMonth(today)
  const ends = lastOfMonth(today)
  const lastMonth = addDays(thisMonth, -1)
  const periods: readonly Bucket[] = [
    { from: thisMonth, until: ends },
    { from: firstOfMonth(lastMonth), until: lastMonth },
    { from: addMonths(thisMonth, -11), until: ends },
    { from: addMonths(thisMonth, -23), until: ends },
  ]
  const compared = periods.flatMap(period => [period, before(period, today), yearBefore(period, today)])
  const months = monthsUpTo({ from: addMonths(thisMonth, -23), until: ends }, today)
  const names = {
    ofAll: new Set(reportTabs.flatMap(tab => [...tabs[tab].needsByMonth])),
    ofFirst: new Set(reportTabs.flatMap(tab => [...countsOf(kpisOf[tab]), ...tabs[tab].needs])),
  }
  await countAll(
    db,
    { clubIds, buckets: [...compared, ...months], now, isAhead: true },
    { ...names, first: compared.length },
  )
  const last = { clubIds, buckets: months, now, isAhead: true }
  for (const tab of reportTabs) for (const rows of tabs[tab].keeps ?? []) await rows.of(db, last)
  await registersOfToday(db, { clubIds, today, now, isAhead: true })
  await sql`
    insert into report_count (subject, club_id, from_on, until_on, counted_on, counts, reads, looks_back, seen)
    select ${doneName}, id, '-infinity', '-infinity', ${today}::date, 'null', '{}', false, pg_current_snapshot()
    from club where id = any(${[...clubIds]}::bigint[])
    on conflict (subject, club_id, from_on, until_on) do update
    set counted_on = excluded.counted_on, cluster = excluded.cluster, counted_at = excluded.counted_at`.execute(db)
}
