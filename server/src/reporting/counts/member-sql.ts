import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'

const { active, issue } = memberStatus

/**
 * Memberships while they are active or have an issue, on the terms of those days, as a table: club_id, club_member_id,
 * member_id, status_id, training_plan_id, sub_frequency_id, pence, is_paid, from_on, until_on (the day on which it is
 * something else). Paid is a plan that costs something; of one without an agreed price it is not known that it does not.
 */
export const piecesSql = (clubIds: readonly number[]) => sql`(
  select span.club_id, span.club_member_id, span.member_id, span.status_id, span.run_from,
    terms.training_plan_id, terms.sub_frequency_id, terms.sub_price_pence as pence,
    coalesce(terms.sub_price_pence > 0, terms.training_plan_id is not null) as is_paid,
    greatest(span.from_on, terms.from_on) as from_on, least(span.until_on, terms.until_on) as until_on
  from membership_span span
  join membership_price terms on terms.club_member_id = span.club_member_id and terms.club_id = span.club_id
    and terms.from_on < span.until_on and terms.until_on > span.from_on
  where span.status_id in (${sql.lit(active)}, ${sql.lit(issue)}) and span.from_on < span.until_on
    and span.club_id = any(${[...clubIds]}) and terms.club_id = any(${[...clubIds]})
)`

/** Those of the pieces (SQL for such a table) that are paid and frozen, while they are: the same, and frozen_pence. */
export const frozenSql = (pieces: RawBuilder<unknown>) => sql`(
  select piece.club_id, piece.club_member_id, piece.member_id, piece.status_id, piece.run_from, piece.training_plan_id,
    piece.sub_frequency_id, piece.pence, still.price_pence as frozen_pence, still.reason, still.frozen_from,
    greatest(piece.from_on, still.frozen_from) as from_on,
    least(piece.until_on, coalesce(still.frozen_until + 1, 'infinity')) as until_on
  from ${pieces} piece
  join membership_freeze still on still.club_member_id = piece.club_member_id and still.frozen_from < piece.until_on
    and coalesce(still.frozen_until + 1, 'infinity') > piece.from_on
  where piece.is_paid
)`
