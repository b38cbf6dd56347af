import { todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { staffTimeZone } from '../platform/rights.ts'

interface Numbers {
  readonly clubs: number
  readonly members: number
  readonly memberships: number
  readonly mandates: number
  readonly subscriptions: number
  readonly owedPence: number
  readonly debtors: number
  readonly staff: number
}

/** Counts what closing a club ends, in it and all clubs below it. */
export async function closingNumbers(
  db: Db,
  { clubId, accountId, now }: { clubId: number; accountId: number; now: Date },
): Promise<Numbers> {
  const today = todayIn(staffTimeZone, now)
  const { rows } = await sql<Numbers>`
    with here as (select club_id from club_and_below(${clubId})),
    member_here as (
      select member_id from club_member where club_id in (select club_id from here)
        and member_status_id in (${memberStatus.active}, ${memberStatus.issue})
    ),
    staff_here as (
      select account_id as id from club_user where club_id in (select club_id from here)
        and user_since <= ${today} and (user_until is null or user_until >= ${today})
      union
      select account.id from club join account on account.person_id in (owner_id, admin_id, instructor_id)
      where club.id in (select club_id from here)
    ),
    debt as (select member_id, pence from open_charge where club_id in (select club_id from here))
    select (select count(*) from here)::integer as clubs,
      (select count(distinct member_id) from member_here)::integer as members,
      (select count(*) from member_here)::integer as memberships,
      (select count(*) from mandate where club_id in (select club_id from here) and cancel_requested_at is null
        and (mandate_is_live(state) or state in ('pending_customer_approval', 'suspended_by_payer')))::integer as mandates,
      (select count(*) from external_subscription where club_id in (select club_id from here)
        and cancel_requested_at is null
        and state not in ('cancelled', 'finished', 'customer_approval_denied'))::integer as subscriptions,
      (select coalesce(sum(pence), 0) from debt)::integer as "owedPence",
      (select count(distinct member_id) from debt)::integer as debtors,
      (select count(*) from staff_here where id <> ${accountId})::integer as staff`.execute(db)
  const [numbers] = rows
  if (!numbers) throw new Error('A query without a table answers one row.')
  return numbers
}
