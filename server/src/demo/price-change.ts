import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { clockAt } from './clock.ts'

const plan = 'One class a week'
const [before, after] = [2900, 3100]
const daysAgo = 9
/** More than the scheme's ten working days of notice. */
const noticeDays = 33

/** A price that a club has announced to its members who pay the usual one, and that nobody pays yet. */
export async function addDemoPriceChange(tx: Transaction<Tables>, now: Date): Promise<void> {
  const { today } = clockAt(now)
  const at = new Date(now.getTime() - daysAgo * 86_400_000)
  const from = addDays(today, noticeDays)
  await sql`
    with made as (
      insert into price_change (club_id, root_club_id, training_plan_id, sub_frequency_id, price_pence, from_date, account_id,
        created_at)
      select plan.club_id, plan.root_club_id, plan.id, ${subFrequency.monthly}, ${after}, ${from}, club.owner_id, ${at}
      from training_plan plan
      left join lateral (
        select account_id as owner_id from club_user
        where club_user.club_id = plan.club_id and is_admin and user_until is null order by id limit 1
      ) club on true
      where plan.name = ${plan}
      returning *
    )
    insert into plan_change (club_member_id, club_id, root_club_id, applies_on, training_plan_id, sub_frequency_id,
      sub_price_pence, payment_method_id, next_payment, account_id, created_at, price_change_id, before_pence, told_at)
    select own.id, own.club_id, own.root_club_id, due.day, made.training_plan_id, made.sub_frequency_id, made.price_pence,
      own.payment_method_id, due.day, made.account_id, made.created_at, made.id, ${before}, made.created_at
    from made
    join club_member own on own.club_id = made.club_id
      and own.training_plan_id = made.training_plan_id and own.sub_frequency_id = made.sub_frequency_id
    cross join lateral (select first_due(own.next_payment, own.sub_frequency_id, made.from_date) as day) due
    where own.sub_price_pence = ${before} and own.next_payment is not null
      and own.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
    order by own.id`.execute(tx)
}
