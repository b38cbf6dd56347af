import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type CountFor, todaySql } from '../buckets.ts'
import { keptByEvening } from '../kept/parts.ts'
import { keptRows } from '../kept/rows.ts'
import type { CountRow } from '../subjects.ts'
import { bucketTable, type Facts, these } from './by-bucket.ts'

/** How old a debt is, in days past due: those of `agedDebt` in the ledger. What falls due on the day itself is no debt yet. */
export const debtAges = {
  debt7: { title: 'Up to 7 days', from: 1, to: 7 },
  debt30: { title: '8–30 days', from: 8, to: 30 },
  debt60: { title: '31–60 days', from: 31, to: 60 },
  debt90: { title: '61–90 days', from: 61, to: 90 },
  debtOld: { title: 'Over 90 days', from: 91, to: null },
} as const

export type DebtAge = keyof typeof debtAges
export const debtAgeNames = Object.keys(debtAges) as DebtAge[]

export const isOfAge = (age: DebtAge): RawBuilder<boolean> => {
  const { from, to } = debtAges[age]
  return to === null ? sql`days >= ${sql.lit(from)}` : sql`days between ${sql.lit(from)} and ${sql.lit(to)}`
}

/**
 * What was due and open on the evening of each bucket's last day, a row a charge: bucket, club_id, charge_id, member_id,
 * pence, due_on, days past due. Of a bucket that is not over by today: what is open now.
 */
export const debtFacts: Facts = ({ clubIds, buckets, now }) => {
  const ending = sql`${bucketTable(buckets)} given
    cross join (select club.id, ${todaySql(now)} as today from club where club.id = ${these(clubIds)}) own`
  const columns = sql`given.bucket, span.club_id, span.charge_id, span.member_id, span.pence, span.due_on`
  return sql`(
    select ${columns}, given.ends - span.due_on as days
    from ${ending} join debt_span span on span.club_id = own.id and daterange(span.since, span.until) @> given.ends
      and span.due_on < given.ends
    where given.ends < own.today
    union all
    select ${columns}, own.today - span.due_on
    from ${ending} join debt_span span on span.club_id = own.id and span.until is null and span.due_on < own.today
    where given.ends >= own.today
  )`
}

const ofDebt = ['debt', 'debtors', ...debtAgeNames] as const

export const debt = keptByEvening({ name: 'debt', reads: ['debt'], counts: ofDebt, count: countDebt })

async function countDebt(db: Db, of: CountFor) {
  const ages = debtAgeNames.map(
    age => sql`coalesce(sum(fact.pence) filter (where ${isOfAge(age)}), 0)::bigint as ${sql.ref(age)}`,
  )
  const { rows } = await sql<CountRow<(typeof ofDebt)[number]>>`
    select fact.club_id as "clubId", fact.bucket, sum(fact.pence)::bigint as debt,
      count(distinct fact.member_id) as debtors, ${sql.join(ages)}
    from ${debtFacts(of)} fact
    group by fact.club_id, fact.bucket`.execute(db)
  return rows
}

/** So many of each club are known, so that they are known of several together. */
export const mostDebtors = 20

interface Debtor extends Record<'member_id' | 'days' | 'pence', number> {
  since: string
}

export const debtorsWhoOweMost = keptRows<Debtor>({
  ...{ name: 'debtors who owe most', reads: ['debt'], by: 'evening' },
  columns: ['member_id', 'since', 'days', 'pence'],
  sql: of => sql`(
    select club_id, bucket, member_id, since, days, pence
    from (
      select club_id, bucket, member_id, min(due_on) as since, max(days) as days, sum(pence)::bigint as pence,
        row_number() over (partition by club_id, bucket order by sum(pence) desc, member_id) as place
      from ${debtFacts(of)} fact group by club_id, bucket, member_id
    ) owing
    where place <= ${sql.lit(mostDebtors)}
  )`,
})
