import { externalPaymentStateNames } from '@honbu/contract/collections.ts'
import { type RawBuilder, sql } from 'kysely'
import { dueFacts, membershipFacts, withPlan } from '../counts/billing.ts'
import { debtAgeNames, debtFacts, isOfAge } from '../counts/debt.ts'
import { returnedFacts, submittedFacts, takenFacts } from '../counts/payments.ts'
import { saleFacts } from '../counts/sales.ts'
import { vatFacts } from '../counts/vat.ts'
import type { ListFor, ListRow, ReportRows } from '../report-rows.ts'
import { counted, ofGroup } from './by-group.ts'

/** A row an entry of somebody, on its day. `facts` has id, member_id, club_id, day and pence. */
const entries = (
  facts: RawBuilder<unknown>,
  what: RawBuilder<unknown>,
  isWanted: RawBuilder<unknown>,
): RawBuilder<ListRow> => sql`(
  select fact.id::text as key, fact.member_id as id, fact.member_id, null::text as name, fact.club_id, fact.day as on_day,
    coalesce(${what}, '') as what, fact.pence, null::integer as count
  from ${facts} fact
  where ${isWanted}
)`

const due: ReportRows = of =>
  entries(
    dueFacts(counted(of)),
    sql`fact.description`,
    ofGroup(of, { category: sql`fact.category_id`, method: sql`fact.payment_method_id` }),
  )

/** Those of what is due of which there is something of a kind. */
const partOfDue =
  (pence: RawBuilder<unknown>): ReportRows =>
  of =>
    entries(
      sql`(
        select id, club_id, member_id, day, description, category_id, payment_method_id, ${pence} as pence
        from ${dueFacts(counted(of))} due where ${pence} > 0
      )`,
      sql`fact.description`,
      ofGroup(of, { category: sql`fact.category_id`, method: sql`fact.payment_method_id` }),
    )

const collected = partOfDue(sql`(due.pence - due.open_pence)`)
const pending = partOfDue(sql`due.pending_pence`)

const membershipRevenue: ReportRows = of =>
  entries(
    withPlan(membershipFacts(counted(of))),
    sql`fact.description`,
    ofGroup(of, { plan: sql`fact.plan_id`, method: sql`fact.payment_method_id` }),
  )

/** Every entry with VAT on its own day, also what takes an earlier one back. */
const vat: ReportRows = of =>
  entries(
    vatFacts(counted(of)),
    sql`fact.description`,
    ofGroup(of, { vat: sql`(fact.vat_code_id || ' ' || fact.rate)` }),
  )

const named = (id: RawBuilder<unknown>) => sql`(select lookup.name from lookup where lookup.id = ${id})`
const byMethod = (of: ListFor) => ofGroup(of, { method: sql`fact.payment_method_id` })

const taken: ReportRows = of => entries(takenFacts(counted(of)), named(sql`fact.payment_method_id`), byMethod(of))

/** Why money went back, as people read it. */
export const returnWords = sql`case fact.return_reason when 'refund' then 'Refunded' when 'failed' then 'Failed after all'
  when 'charged_back' then 'Taken back by the bank' end`

const returned: ReportRows = of => entries(returnedFacts(counted(of)), returnWords, byMethod(of))

const stateName = sql`case fact.state ${sql.join(
  Object.entries(externalPaymentStateNames).map(([state, name]) => sql`when ${sql.lit(state)} then ${sql.lit(name)}`),
  sql` `,
)} end`
const why = sql`coalesce(nullif(fact.cause, ''), ${stateName})`

const ofSubmitted = (of: ListFor, what: RawBuilder<unknown>, isWanted: RawBuilder<unknown>) =>
  entries(submittedFacts(counted(of)), what, sql`${isWanted} and ${byMethod(of)}`)

/** What each owes to a club; of one age, and of one of them, where that is asked for. */
const debt: ReportRows = of => {
  const [kind, value = ''] = (of.group ?? '').split(':')
  const age = debtAgeNames.find(name => kind === 'age' && name === value)
  return sql`(
    select fact.club_id || ' ' || fact.member_id as key, fact.member_id as id, fact.member_id, null::text as name,
      fact.club_id, min(fact.due_on) as on_day, '' as what, sum(fact.pence)::bigint as pence, max(fact.days) as count
    from ${debtFacts(counted(of))} fact
    where ${age ? isOfAge(age) : sql`true`} and ${ofGroup(of, { member: sql`fact.member_id` })}
    group by fact.club_id, fact.member_id
  )`
}

const sales: ReportRows = of =>
  entries(saleFacts(counted(of)), sql`fact.label`, ofGroup(of, { product: sql`fact.product_id` }))

export const moneyLists = {
  ...{ due, collected, pending, membershipRevenue, vat, taken, returned, debt, sales },
  submitted: of => ofSubmitted(of, stateName, sql`true`),
  failed: of => ofSubmitted(of, why, sql`fact.is_failed`),
  recovered: of => ofSubmitted(of, why, sql`fact.is_recovered`),
} satisfies Readonly<Record<string, ReportRows>>
