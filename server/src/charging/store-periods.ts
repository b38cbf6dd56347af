import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import type { DuePeriod } from './due-periods.ts'
import type { ChargedMembership } from './read-memberships.ts'

/** A period to store, with its charges. */
export interface NewPeriod {
  readonly membership: Pick<ChargedMembership, 'clubMemberId' | 'clubId'>
  readonly period: DuePeriod
  /** Pence after discounts; 0 for a missed period. */
  readonly pence: number
  readonly chargeId: number | null
  readonly joiningFeeChargeId: number | null
}

/** Stores periods and returns their ids in order. The database refuses days that are stored already. */
export async function storePeriods(
  tx: Write['tx'],
  runId: number | null,
  periods: readonly NewPeriod[],
): Promise<number[]> {
  if (periods.length === 0) return []
  const given = periods.map(({ membership, period, pence, chargeId, joiningFeeChargeId }, index) => ({
    index,
    row: {
      club_member_id: membership.clubMemberId,
      club_id: membership.clubId,
      period_from: period.from,
      period_until: period.until,
      anchor_on: period.anchor.on,
      anchor_day: period.anchor.day,
      sub_frequency_id: period.frequencyId,
      full_pence: period.fullPence,
      whole_days: period.wholeDays,
      list_pence: period.pence,
      discount_pence: period.isMissed ? 0 : period.pence - pence,
      pence,
      charge_id: chargeId,
      joining_fee_charge_id: joiningFeeChargeId,
    },
  }))
  const { rows } = await sql<{ id: number }>`
    insert into membership_period (club_member_id, club_id, period_from, period_until, anchor_on, anchor_day,
      sub_frequency_id, full_pence, whole_days, list_pence, discount_pence, pence, charge_id, joining_fee_charge_id,
      charging_run_id)
    select club_member_id, club_id, period_from, period_until, anchor_on, anchor_day, sub_frequency_id, full_pence,
      whole_days, list_pence, discount_pence, pence, charge_id, joining_fee_charge_id, ${runId}::bigint
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (index integer, "row" jsonb),
      jsonb_populate_record(null::membership_period, given.row)
    order by index
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
