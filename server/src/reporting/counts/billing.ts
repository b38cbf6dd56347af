import { transactionCategory } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { CountFor } from '../buckets.ts'
import type { Subject } from '../subjects.ts'
import { type Facts, isIn, these } from './by-bucket.ts'

/**
 * Charges that stand, less the parts of them that were taken back, whenever that was: one that was taken back whole is not
 * there. `open_pence` is what nothing has settled by now.
 */
const standing = ({ clubIds }: CountFor, day: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`(
  select charge.id, charge.club_id, charge.member_id, ${day} as day, charge.category_id, charge.payment_method_id,
    charge.description, charge.event_id, charge.amount_pence + coalesce(part.pence, 0) as pence,
    coalesce(open.pence, 0) as open_pence
  from charge join club on club.id = charge.club_id
  left join (
    select part.part_of_id, sum(part.amount_pence) as pence from charge part
    where part.part_of_id is not null and part.club_id = ${these(clubIds)}
      and not exists (select from charge back where back.reverses_id = part.id)
    group by part.part_of_id
  ) part on part.part_of_id = charge.id
  left join debt_span open on open.charge_id = charge.id and open.until is null
  where charge.club_id = ${these(clubIds)} and charge.reverses_id is null and charge.part_of_id is null
    and charge.id not in (
      select reverses_id from charge back where back.reverses_id is not null and back.club_id = ${these(clubIds)})
    and charge.amount_pence + coalesce(part.pence, 0) <> 0 and ${which}
)`

/** What fell due, a row a charge: pence, and open_pence of it. Credits are not due. */
export const dueFacts: Facts = of =>
  standing(of, sql`charge.due_on`, sql`charge.amount_pence > 0 and ${isIn(sql`charge.due_on`, of)}`)

/** What was charged for memberships, and what was given back of it, as for days that are frozen now. */
export const membershipFacts: Facts = of =>
  standing(
    of,
    sql`charge.transaction_date`,
    sql`charge.category_id = ${sql.lit(transactionCategory.membership)}
      and ${isIn(sql`charge.transaction_date`, of)}`,
  )

export const paying: Subject<'paying'> = { counts: ['paying'], count: countPaying }

/** One reading of the charges, however many buckets: each member's are brought together, and looked at for each. */
async function countPaying(db: Db, of: CountFor) {
  const nth = (index: number): RawBuilder<unknown> => sql.ref(`bucket${index}`)
  const pays = of.buckets.map(
    ({ from, until }, index) =>
      sql`coalesce(sum(pence) filter (where day between ${from}::date and ${until}::date), 0) > 0 as ${nth(index)}`,
  )
  const counted = of.buckets.map((_, index) => sql`count(*) filter (where ${nth(index)}) as ${nth(index)}`)
  const { rows } = await sql<{ clubId: number } & Record<string, number>>`
    select club_id as "clubId", ${sql.join(counted)}
    from (select club_id, member_id, ${sql.join(pays)} from ${membershipFacts(of)} fact group by club_id, member_id) member
    group by club_id`.execute(db)
  return rows.flatMap(row =>
    of.buckets.map((_, bucket) => ({ clubId: row.clubId, bucket, paying: row[`bucket${bucket}`] ?? 0 })),
  )
}

/** With plan_id, the plan of the membership on the day of the charge, and plan_name. */
export const withPlan = (facts: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select charged.*, plan.id as plan_id, plan.name as plan_name
  from ${facts} charged
  left join club_member own on own.member_id = charged.member_id and own.club_id = charged.club_id
  left join lateral (
    select terms.id, terms.training_plan_id from membership_terms terms
    where terms.club_member_id = own.id and terms.club_id = own.club_id and terms.until_on > charged.day
    order by terms.until_on, terms.id limit 1
  ) earlier on true
  left join training_plan plan on plan.id = case when earlier.id is null then own.training_plan_id else earlier.training_plan_id end
)`
