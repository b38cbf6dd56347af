import { addDays } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import { leadsSql } from '../../marketing/index.ts'
import type { Db } from '../../platform/database.ts'
import { type CountFor, todaySql } from '../buckets.ts'
import { keptByMonth } from '../kept/parts.ts'
import type { CountRow, Subject } from '../subjects.ts'
import { bucketTable, countByDay, type Facts, spansOf, these } from './by-bucket.ts'

/** Those who came, and how far each has got by now, as the figures of marketing have it: `leadsSql`. */
export const leadFacts: Facts = ({ clubIds, buckets, now }) => {
  const spans = spansOf(buckets).map(
    ({ from, until }) => sql`
      select came.*, came.came_on as day from ${leadsSql({ clubIds, from, until: addDays(until, 1) })} came
      join club on club.id = came.club_id where came.came_on <= ${todaySql(now)}`,
  )
  return sql`(${sql.join(spans, sql` union all `)})`
}

export const leads = keptByMonth<'enquiries' | 'booked' | 'trialled' | 'joined'>({
  ...{ name: 'leads', reads: ['leads'], counts: ['enquiries', 'booked', 'trialled', 'joined'] },
  count: (db, of) =>
    countByDay(db, of, leadFacts(of), {
      enquiries: sql`count(*)`,
      booked: sql`count(*) filter (where step >= 2)`,
      trialled: sql`count(*) filter (where step >= 3)`,
      joined: sql`count(*) filter (where step >= 4)`,
    }),
})

/** Costs are kept by month: those of each month that has a day in the bucket. */
export const marketingCost: Subject<'marketingCost'> = { counts: ['marketingCost'], count: countCost }

async function countCost(db: Db, { clubIds, buckets }: CountFor) {
  const { rows } = await sql<CountRow<'marketingCost'>>`
    select cost.club_id as "clubId", bucket.bucket, sum(cost.amount_pence)::bigint as "marketingCost"
    from ${bucketTable(buckets)} bucket
    join marketing_cost cost on cost.month between date_trunc('month', bucket.starts) and bucket.ends
      and cost.club_id = ${these(clubIds)}
    group by cost.club_id, bucket.bucket`.execute(db)
  return rows
}
