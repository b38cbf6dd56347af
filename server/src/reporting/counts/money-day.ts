import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { CountFor } from '../buckets.ts'
import { keptByMonth } from '../kept/parts.ts'
import { dueFacts, membershipFacts } from './billing.ts'
import { countByDay, type Facts, isIn, spansOf, these } from './by-bucket.ts'
import { returnedFacts, submittedFacts, takenFacts } from './payments.ts'

/** Days are summed up whether or not they have come. */
const always = new Date('9999-12-01T00:00:00Z')

/** Two who would add up the same days wait for each other. */
const lock = 640_064

/**
 * Adds up the days anew that something was written of since they were added up last. What is committed before this is called
 * is in the sums when it has ended.
 * @returns null; where nothing may be written, as on a replica, the moment from which on the sums may lack something
 */
export async function keepMoneyDays(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date; isReadOnly: boolean }>`
    select written_at as since, current_setting('transaction_read_only')::boolean as "isReadOnly"
    from money_mark order by id limit 1`.execute(db)
  const [first] = rows
  if (!first) return null
  if (first.isReadOnly) return first.since
  // A report that is taken out as a file is read in the transaction that writes it down.
  if (db.isTransaction) await addUpMarked(db)
  else await db.transaction().execute(addUpMarked)
  return null
}

async function addUpMarked(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
  // What is counted of charges changes from their days on, what was owed from the day on which it was written down; where
  // something was given back, or somebody else's, it may have been otherwise at all times.
  const { rows: marks } = await sql<{ club_id: number; day: string }>`
      with gone as (delete from money_mark returning club_id, day, written_at, is_back),
      told as (
        insert into report_mark (club_id, what, from_on, until_on)
        select club_id, 'money', day, day from gone group by club_id, day
        union all
        select club_id, 'charges', case when bool_or(is_back) then '-infinity' else min(day) end, 'infinity'
        from gone group by club_id
        union all
        select club_id, 'debt', case when bool_or(is_back) then '-infinity'
          else min((written_at at time zone club.time_zone)::date) end, 'infinity'
        from gone join club on club.id = gone.club_id group by club_id
      )
      select distinct club_id, day from gone`.execute(tx)
  if (marks.length === 0) return
  const days = [...new Set(marks.map(({ day }) => day))]
  const of: CountFor = {
    clubIds: [...new Set(marks.map(({ club_id }) => club_id))],
    buckets: spansOf(days.map(day => ({ from: day, until: day }))),
    now: always,
  }
  const marked = sql`
      select * from unnest(${marks.map(each => each.club_id)}::bigint[], ${marks.map(({ day }) => day)}::date[])
        as mark (club_id, day)`
  await sql`delete from money_day where (club_id, day) in (${marked})`.execute(tx)
  await sql`
      with marked as materialized (${marked})
      insert into money_day (club_id, day, kind, group_id, entries, pence, collected_pence, pending_pence, failed,
        failed_pence, recovered, recovered_pence)
      select club_id, day, 'due', coalesce(category_id, 0), count(*), sum(pence), sum(pence - open_pence),
        sum(pending_pence), 0, 0, 0, 0
      from ${dueFacts(of)} fact join marked using (club_id, day) group by 1, 2, 4
      union all
      select club_id, day, 'revenue', coalesce(payment_method_id, 0), count(*), sum(pence), 0, 0, 0, 0, 0, 0
      from ${membershipFacts(of)} fact join marked using (club_id, day) group by 1, 2, 4
      union all
      select club_id, day, 'taken', coalesce(payment_method_id, 0), count(*), sum(pence), 0, 0, 0, 0, 0, 0
      from ${takenFacts(of)} fact join marked using (club_id, day) group by 1, 2, 4
      union all
      select club_id, day, 'returned', coalesce(payment_method_id, 0), count(*), sum(pence), 0, 0, 0, 0, 0, 0
      from ${returnedFacts(of)} fact join marked using (club_id, day) group by 1, 2, 4
      union all
      select club_id, day, 'submitted', coalesce(payment_method_id, 0), count(*), sum(pence), 0, 0,
        count(*) filter (where is_failed), coalesce(sum(pence) filter (where is_failed), 0),
        count(*) filter (where is_recovered), coalesce(sum(pence) filter (where is_recovered), 0)
      from ${submittedFacts(of)} fact join marked using (club_id, day) group by 1, 2, 4`.execute(tx)
}

/** The sums of each day up to today that lies in any of the buckets. */
export const moneyDays: Facts = of => sql`(
  select kept.* from money_day kept join club on club.id = kept.club_id
  where kept.club_id = ${these(of.clubIds)} and ${isIn(sql`kept.day`, of)}
)`

const counts = [
  ...(['due', 'collected', 'pending', 'membershipRevenue', 'taken', 'returned'] as const),
  ...(['submitted', 'submittedPence', 'failed', 'failedPence', 'recovered', 'recoveredPence'] as const),
] as const

export const money = keptByMonth({ name: 'money and what is pending', reads: ['money'], counts, count: countMoney })

async function countMoney(db: Db, of: CountFor) {
  const sum = (column: string, kind: string) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where kind = ${sql.lit(kind)}), 0)`
  return await countByDay(db, of, moneyDays(of), {
    due: sum('pence', 'due'),
    collected: sum('collected_pence', 'due'),
    pending: sum('pending_pence', 'due'),
    membershipRevenue: sum('pence', 'revenue'),
    taken: sum('pence', 'taken'),
    returned: sum('pence', 'returned'),
    submitted: sum('entries', 'submitted'),
    submittedPence: sum('pence', 'submitted'),
    failed: sum('failed', 'submitted'),
    failedPence: sum('failed_pence', 'submitted'),
    recovered: sum('recovered', 'submitted'),
    recoveredPence: sum('recovered_pence', 'submitted'),
  })
}
