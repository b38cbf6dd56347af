import { sql } from 'kysely'

/**
 * SQL for a condition over `plan_change change`: a period by its price has been charged, ahead of the day on which the
 * change begins, and stands. Such a change cannot be taken back any more.
 */
export const isChargedAhead = sql<boolean>`exists (
  select from membership_period period
  where period.club_member_id = change.club_member_id and not period.is_double
    and period.period_from >= coalesce(change.next_payment, change.applies_on)
    and period.charge_id is not null
    and not exists (select from charge reversal where reversal.reverses_id = period.charge_id))`
